/**
 * Keeps the outcome of a transaction with an id and returns it again. All back ends share this
 * code. The package is for implementers of a service, not for callers.
 *
 * <p>A {@link dev.yardmaster.api.outcome.KeptOutcome} determines the key that a run reads first,
 * the record that the run writes with its commit, and the answer to a repeated submission. The
 * implementation for a transaction is {@link dev.yardmaster.api.outcome.LogicOutcome}, and the
 * implementation for a status query is {@link dev.yardmaster.api.outcome.StatusAnswer}. The {@link
 * dev.yardmaster.api.outcome.OutcomeHorizon} determines which ids are too old. A thread that drops
 * outcomes raises the horizon first. {@code OutcomeRecord} is the layout of a kept outcome.
 *
 * <p>The package owns no thread, and its only mutable state is the horizon.
 */
package dev.yardmaster.api.outcome;
