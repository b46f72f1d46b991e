package dev.yardmaster.service;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.logic.InteractiveTransaction;
import java.util.Map;

/**
 * The back end's side of one interactive transaction. {@link ServiceFront} runs the transaction's
 * logic on the caller's thread. Only this thread uses the session.
 */
public interface InteractiveSession extends InteractiveTransaction.Source {

  /**
   * Begins a run.
   *
   * @return whether the logic must run; if not, the transaction either has its {@link #outcome} or
   *     must begin again
   */
  boolean begin();

  /** Returns the outcome; null until the transaction has one. */
  Outcome<Object> outcome();

  /** Commits the transaction. Returns the outcome, or null if the logic must run again. */
  Outcome<Object> commit(Map<Key, byte[]> writes, Object result);

  /**
   * Ends the run with the exception that the logic threw. Returns the outcome, or null if the logic
   * must run again.
   */
  Outcome<Object> fail(Throwable thrown);

  /** Ends the session. Restores an interrupt that arrived during the transaction. */
  void end();
}
