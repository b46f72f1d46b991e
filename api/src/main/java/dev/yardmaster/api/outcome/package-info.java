/**
 * How a service keeps the outcome of a transaction with an id, and tells it again: what every back
 * end of a service shares. Callers have no need of it.
 *
 * <p>A {@link dev.yardmaster.api.outcome.KeptOutcome} says what a run reads first, what it writes
 * with its commit, and what it answers to a repeat: a {@link
 * dev.yardmaster.api.outcome.LogicOutcome} for a transaction, a {@link
 * dev.yardmaster.api.outcome.StatusAnswer} for a query of its status. The {@link
 * dev.yardmaster.api.outcome.OutcomeHorizon} says which ids are too old; who forgets outcomes
 * raises it first. {@code OutcomeRecord} is the layout of what is kept.
 *
 * <p>No thread is owned here, and nothing but the horizon changes.
 */
package dev.yardmaster.api.outcome;
