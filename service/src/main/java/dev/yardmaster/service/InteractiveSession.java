package dev.yardmaster.service;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.logic.InteractiveTransaction;
import java.util.Map;

/**
 * The back end's part of one interactive transaction. Only one thread at a time uses the session.
 * If {@link ServiceFront} runs the transaction's logic on the caller's thread, the caller's thread
 * uses the session. If the logic runs at a remote client, {@link SteppedSessions} executes each
 * step on one of its own threads, and the session belongs to this thread during the step. The
 * methods may block.
 */
public interface InteractiveSession extends InteractiveTransaction.Source {

  /**
   * Begins a run.
   *
   * @return whether the logic must run now; if not, the transaction either has its {@link
   *     #outcome}, or the caller must call this method again
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
   * Ends the session and releases its resources. Called exactly once, after the last run, or
   * without any run. A transaction without an outcome is discarded. Restores the interrupt flag if
   * an interrupt arrived during the transaction.
   */
  void end();
}
