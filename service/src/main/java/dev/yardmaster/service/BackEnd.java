package dev.yardmaster.service;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.service.scope.ScopedArgument;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Runs the transactions that a {@link ServiceFront} accepts from callers. Any thread may call any
 * method.
 *
 * @param <P> the back end's class for a registered procedure
 * @param <C> the back end's class for a call of a procedure
 */
public interface BackEnd<P extends ServedProcedure, C extends BackEnd.Call> extends Closing.Steps {

  /** A submitted call of a procedure. */
  interface Call {

    /** Returns the stage of the call's outcome. The stage never completes exceptionally. */
    CompletionStage<Outcome<Object>> outcome();

    /**
     * Rejects the call with an error, unless the call already has an outcome. The service calls
     * this method if a call was not accepted, or if an accepted call will not run.
     */
    void refuse(YardmasterException why);
  }

  /** Returns whether the back end can run {@link RestrictedProcedure}s. */
  default boolean runsRestricted() {
    return false;
  }

  /** Creates the back end's object for a procedure. The front end then registers this object. */
  P known(String name, Procedure<?, ?> procedure);

  /**
   * Creates the back end's object for calls of the same procedure with a {@link ScopedArgument}.
   * The new object shares the name, the number and the figures of the registered object, and is not
   * registered itself.
   */
  P scoped(P procedure);

  /**
   * Creates a call that begins now.
   *
   * @param kept keeps the outcome under the call's id; null if the call has no id
   * @param encodesResult whether the outcome contains the result in the encoding of the procedure's
   *     codec. In this case, the call encodes the result with {@link ServedProcedure#encodeResult}
   *     before the commit. If the encoding fails, the call does not commit
   */
  C call(
      P procedure,
      Object argument,
      TransactionOptions options,
      KeptOutcome kept,
      boolean encodesResult);

  /**
   * Accepts a call and returns null. If the queue is full, refuses the call and returns the reason.
   */
  YardmasterException offer(C call);

  /**
   * Refuses all waiting calls. Called only after the last thread that processes waiting calls has
   * stopped.
   */
  void refuseWaiting(YardmasterException why);

  /**
   * Creates an interactive transaction whose logic runs on the calling thread. The transaction
   * begins now, and holds no resources yet.
   */
  InteractiveSession session(TransactionOptions options, KeptOutcome kept);

  /**
   * Creates an interactive transaction whose logic runs at a remote client. The transaction begins
   * now, and holds no resources before its first step.
   *
   * @param listener receives the replies
   */
  OpenTransaction open(
      TransactionOptions options, KeptOutcome kept, OpenTransaction.Listener listener);

  /**
   * Opens a snapshot. The stage completes when the snapshot is open. If the snapshot cannot be
   * opened, the stage completes exceptionally with a {@link YardmasterException}. The method does
   * not block.
   */
  default CompletionStage<OpenSnapshot> snapshot(SnapshotOptions options) {
    return CompletableFuture.failedFuture(
        new YardmasterException(ErrorCode.BAD_CONFIG, "this service has no snapshots"));
  }

  /** Returns the closing state of the service. */
  Closing closing();
}
