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
   * @return false if the logic is not to run: then the transaction has its {@link #outcome}, or is
   *     to begin again
   */
  boolean begin();

  /** The outcome, if the transaction has one. */
  Outcome<Object> outcome();

  /** Commits; the outcome, or null if the logic is to run again. */
  Outcome<Object> commit(Map<Key, byte[]> writes, Object result);

  /** Ends with what the logic threw; the outcome, or null if the logic is to run again. */
  Outcome<Object> fail(Throwable thrown);

  /** Nothing follows. Gives an interrupt that came meanwhile back to the thread. */
  void end();
}
