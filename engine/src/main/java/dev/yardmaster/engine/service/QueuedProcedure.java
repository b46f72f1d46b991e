package dev.yardmaster.engine.service;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.OutcomeStage;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.service.BackEnd;
import dev.yardmaster.service.ServedProcedure;
import dev.yardmaster.service.ServedTransaction;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A procedure that was submitted. Its caller's until it is in the queue, then the worker's that
 * runs it; who closes the service may end it as long as it does not commit.
 */
final class QueuedProcedure extends ServedTransaction implements BackEnd.Call {

  private static final int OPEN = 0;
  private static final int COMMITTING = 1;
  private static final int ENDED = 2;

  final ServedProcedure registered;
  final Object argument;
  private final OutcomeStage<Object> outcome = new OutcomeStage<>();
  private final AtomicInteger state = new AtomicInteger(OPEN);

  /** A call; its last parameters are those of {@link ServedTransaction}. */
  QueuedProcedure(
      ServedProcedure registered,
      Object argument,
      TransactionOptions options,
      KeptOutcome kept,
      long beganNs) {
    super(options, kept, beganNs);
    this.registered = registered;
    this.argument = argument;
  }

  @Override
  public OutcomeStage<Object> outcome() {
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

  /** Ends it unless it is committing, also by who closes the service. */
  @Override
  public void refuse(YardmasterException why) {
    if (state.compareAndSet(OPEN, ENDED)) {
      outcome.end(new Outcome.Rejected<>(why));
    }
  }
}
