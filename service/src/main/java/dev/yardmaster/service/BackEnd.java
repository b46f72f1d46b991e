package dev.yardmaster.service;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.outcome.KeptOutcome;
import java.util.concurrent.CompletionStage;

/**
 * What runs the transactions that a {@link ServiceFront} takes. Any thread.
 *
 * @param <P> what it knows of a procedure
 * @param <C> a call of a procedure
 */
public interface BackEnd<P extends ServedProcedure, C extends BackEnd.Call> extends Closing.Steps {

  /** A call of a procedure on its way. */
  interface Call {

    /** Completes with its outcome, and never exceptionally. */
    CompletionStage<Outcome<Object>> outcome();

    /** Ends it, unless it has an outcome. It was not taken, or waits and is not going to run. */
    void refuse(YardmasterException why);
  }

  /** What it knows of a procedure that is about to be registered. */
  P known(String name, Procedure<?, ?> procedure);

  /**
   * A call that begins now.
   *
   * @param kept what is kept under its id; null if it has none
   */
  C call(P procedure, Object argument, TransactionOptions options, KeptOutcome kept);

  /** Takes a call; why there is no room for it, or null if it is taken. */
  YardmasterException offer(C call);

  /** Refuses the calls that wait. Asked only when nothing takes them any more. */
  void refuseWaiting(YardmasterException why);

  /** An interactive transaction of the calling thread, which begins now; it holds nothing yet. */
  InteractiveSession session(TransactionOptions options, KeptOutcome kept);

  /** How the service closes. */
  Closing closing();
}
