package dev.yardmaster.engine.service;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.logic.OutcomeStage;
import dev.yardmaster.api.logic.RegisteredProcedure;
import dev.yardmaster.api.outcome.KeptOutcome;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A procedure that was submitted. Its caller's until it is in the queue, then the worker's that
 * runs it; who closes the service may end it as long as it does not commit.
 */
final class ProcedureCall {

  private static final int OPEN = 0;
  private static final int COMMITTING = 1;
  private static final int ENDED = 2;

  final RegisteredProcedure registered;
  final Object argument;
  final TransactionOptions options;
  final KeptOutcome kept;
  private final long deadlineNs;
  private final OutcomeStage<Object> outcome = new OutcomeStage<>();
  private final AtomicInteger state = new AtomicInteger(OPEN);

  /**
   * A call.
   *
   * @param kept its outcome by its id; null if it has none
   */
  ProcedureCall(
      RegisteredProcedure registered,
      Object argument,
      TransactionOptions options,
      KeptOutcome kept,
      long nowNs) {
    this.registered = registered;
    this.argument = argument;
    this.options = options;
    this.kept = kept;
    deadlineNs = nowNs + options.timeout().toNanos();
  }

  boolean isExpired(long nowNs) {
    return nowNs - deadlineNs >= 0;
  }

  long deadlineNs() {
    return deadlineNs;
  }

  OutcomeStage<Object> outcome() {
    return outcome;
  }

  /** The worker's run is going to commit; false if the call has been ended meanwhile. */
  boolean claimCommit() {
    return state.get() == COMMITTING || state.compareAndSet(OPEN, COMMITTING);
  }

  /** The run did not commit. */
  void discardCommit() {
    state.compareAndSet(COMMITTING, OPEN);
  }

  /** Whether it has been ended. */
  boolean isEnded() {
    return state.get() == ENDED;
  }

  /** Ends it, by the worker. */
  void end(Outcome<Object> with) {
    state.set(ENDED);
    outcome.end(with);
  }

  /** Ends it unless it is committing, by who closes the service. */
  void abandon(Outcome<Object> with) {
    if (state.compareAndSet(OPEN, ENDED)) {
      outcome.end(with);
    }
  }
}
