package dev.yardmaster.engine.service;

import dev.yardmaster.annotations.Shared;
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
 * A submitted procedure call. It belongs to its caller until it is in the queue, then to the worker
 * that runs it; the closing thread may end a call that is not committing.
 */
final class QueuedProcedure extends ServedTransaction implements BackEnd.Call {

  private static final int OPEN = 0;
  private static final int COMMITTING = 1;
  private static final int ENDED = 2;

  final ServedProcedure registered;
  final Object argument;
  private final OutcomeStage<Object> outcome = new OutcomeStage<>();

  @Shared(
      writers = "the call's worker; the closing thread",
      readers = "the same",
      access =
          "compare-and-set: a run commits only if it has claimed the call, and the closing "
              + "thread ends only an unclaimed call")
  private final AtomicInteger state = new AtomicInteger(OPEN);

  /** Creates a call; the last three parameters are those of {@link ServedTransaction}. */
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

  /**
   * Claims the call for the commit of a run; returns false if the call has been ended meanwhile.
   */
  boolean claimCommit() {
    return state.get() == COMMITTING || state.compareAndSet(OPEN, COMMITTING);
  }

  /** Returns the claim of a run that did not commit. */
  void discardCommit() {
    state.compareAndSet(COMMITTING, OPEN);
  }

  /** Returns whether the call has been ended. */
  boolean isEnded() {
    return state.get() == ENDED;
  }

  /** Ends the call. Called by the worker. */
  void end(Outcome<Object> with) {
    state.set(ENDED);
    outcome.end(with);
  }

  /**
   * Ends the call with a refusal unless it is committing or ended. The closing thread may call this
   * method too.
   */
  @Override
  public void refuse(YardmasterException why) {
    if (state.compareAndSet(OPEN, ENDED)) {
      outcome.end(new Outcome.Rejected<>(why));
    }
  }
}
