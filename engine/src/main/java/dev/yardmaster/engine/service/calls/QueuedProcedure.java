package dev.yardmaster.engine.service.calls;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.OutcomeStage;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.engine.service.commit.Acknowledger;
import dev.yardmaster.service.BackEnd;
import dev.yardmaster.service.ServedTransaction;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A submitted procedure call. A call belongs to its caller until it is in the queue, and then to
 * the worker that runs it. The thread that closes the service may end a call that is not
 * committing.
 */
public final class QueuedProcedure extends ServedTransaction
    implements BackEnd.Call, Acknowledger.Call {

  private static final int OPEN = 0;
  private static final int COMMITTING = 1;
  private static final int ENDED = 2;

  final EngineProcedure registered;
  final Object argument;
  final boolean encodesResult;
  private int home = CallRouter.ANY;
  private final OutcomeStage<Object> outcome = new OutcomeStage<>();

  @Shared(
      writers = "the call's worker; the closing thread",
      readers = "the same threads",
      access =
          "compare-and-set: a run commits only if it has claimed the call, and the closing "
              + "thread ends only an unclaimed call")
  private final AtomicInteger state = new AtomicInteger(OPEN);

  /**
   * Creates a call. {@link ServedTransaction} describes the parameters after the argument.
   *
   * @param encodesResult whether the outcome contains the result in encoded form
   */
  public QueuedProcedure(
      EngineProcedure registered,
      Object argument,
      TransactionOptions options,
      KeptOutcome kept,
      long beganNs,
      boolean encodesResult) {
    super(options, kept, beganNs);
    this.registered = registered;
    this.argument = argument;
    this.encodesResult = encodesResult;
  }

  @Override
  public OutcomeStage<Object> outcome() {
    return outcome;
  }

  /**
   * Sets the worker that should run the call. This method is called before the call is added to the
   * queue.
   */
  void home(int worker) {
    home = worker;
  }

  /** Returns the worker that should run the call, or {@link CallRouter#ANY}. */
  int home() {
    return home;
  }

  /**
   * Claims the call for the commit of a run, or returns false if the closing thread has ended the
   * call.
   */
  boolean claimCommit() {
    return state.get() == COMMITTING || state.compareAndSet(OPEN, COMMITTING);
  }

  /** Releases the claim, because the run did not commit. */
  void discardCommit() {
    state.compareAndSet(COMMITTING, OPEN);
  }

  /** Returns whether the call has been ended. */
  public boolean isEnded() {
    return state.get() == ENDED;
  }

  /** Only the worker and the log's thread call this method. */
  @Override
  public void end(Outcome<Object> with) {
    state.set(ENDED);
    outcome.end(with);
  }

  /**
   * Ends the call with a refusal, unless the call is committing or has ended. The thread that
   * closes the service may also call this method.
   */
  @Override
  public void refuse(YardmasterException why) {
    if (state.compareAndSet(OPEN, ENDED)) {
      outcome.end(new Outcome.Rejected<>(why));
    }
  }
}
