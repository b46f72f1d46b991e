package dev.yardmaster.service;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.logic.InteractiveTransaction;
import java.util.Map;

/**
 * The back end's side of one interactive transaction, whose logic {@link ServiceFront} runs on its
 * caller's thread. Used by that thread.
 */
public interface InteractiveSession extends InteractiveTransaction.Source {

  /**
   * Begins a run.
   *
   * @return false if the logic must not run: then the transaction has its {@link #outcome}, or must
   *     begin again
   */
  boolean begin();

  /** Returns the outcome; null until the transaction has one. */
  Outcome<Object> outcome();

  /** Commits; returns the outcome, or null if the logic must run again. */
  Outcome<Object> commit(Map<Key, byte[]> writes, Object result);

  /**
   * Ends the run with what the logic threw; returns the outcome, or null if the logic must run
   * again.
   */
  Outcome<Object> fail(Throwable thrown);

  /** Ends the session. Restores an interrupt that arrived during the transaction. */
  void end();
}
