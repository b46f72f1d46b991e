package dev.yardmaster.service;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.logic.InteractiveTransaction;
import java.util.Map;

/**
 * One interactive transaction, as the back end executes it. Only one thread at a time uses the
 * session. Either {@link ServiceFront} runs the transaction's logic on the caller's thread, which
 * then uses the session; or the logic runs at a remote client, and {@link SteppedSessions} passes
 * each step to one of its threads. The methods may block.
 */
public interface InteractiveSession extends InteractiveTransaction.Source {

  /**
   * Begins a run.
   *
   * @return whether the logic must run; if it is false, the transaction has its {@link #outcome} or
   *     must begin again
   */
  boolean begin();

  /** Returns the outcome; null until the transaction has one. */
  Outcome<Object> outcome();

  /** Returns the number of runs that were discarded so far because of a conflict. */
  int restarts();

  /** Returns the conflict of the last discarded run; null if the conflict is unknown. */
  ConflictReport lastConflict();

  /** Commits the transaction. Returns the outcome, or null if the logic must run again. */
  Outcome<Object> commit(Map<Key, byte[]> writes, Object result);

  /**
   * Ends the run with the exception that the logic threw. Returns the outcome, or null if the logic
   * must run again.
   */
  Outcome<Object> fail(Throwable thrown);

  /**
   * Ends the session and releases its resources. Called exactly once: after the last run, or, if
   * there was no run, instead of it. If the transaction has no outcome, it is discarded. Restores
   * the interrupt flag if an interrupt arrived during the transaction.
   */
  void end();
}
