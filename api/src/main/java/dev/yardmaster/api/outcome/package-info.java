/**
 * How a service keeps the outcome of a transaction with an id and returns it again; shared by all
 * back ends. For implementers of a service, not for callers.
 *
 * <p>A {@link dev.yardmaster.api.outcome.KeptOutcome} says what a run reads first, what it writes
 * with its commit, and how a repeat is answered: a {@link dev.yardmaster.api.outcome.LogicOutcome}
 * for a transaction, a {@link dev.yardmaster.api.outcome.StatusAnswer} for a query of its status.
 * The {@link dev.yardmaster.api.outcome.OutcomeHorizon} says which ids are too old; a thread that
 * drops outcomes raises the horizon first. {@code OutcomeRecord} is the layout of a kept outcome.
 *
 * <p>The package owns no thread, and its only mutable state is the horizon.
 */
package dev.yardmaster.api.outcome;
