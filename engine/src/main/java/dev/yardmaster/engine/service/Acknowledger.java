package dev.yardmaster.engine.service;

import dev.yardmaster.api.Outcome;

/**
 * Completes calls with their outcomes: immediately, or when the commits on which an outcome depends
 * are on disk.
 */
interface Acknowledger {

  /** Ends a call with an outcome that depends on values that the call has read or written. */
  void tell(QueuedProcedure call, Outcome<Object> outcome);

  /**
   * Blocks until the outcome may be returned to the caller. Returns the outcome, or an outcome that
   * says that the result is unknown.
   */
  Outcome<Object> tell(Outcome<Object> outcome);

  /** Returns an acknowledger that completes calls immediately. */
  static Acknowledger atOnce() {
    return new Acknowledger() {
      @Override
      public void tell(QueuedProcedure call, Outcome<Object> outcome) {
        call.end(outcome);
      }

      @Override
      public Outcome<Object> tell(Outcome<Object> outcome) {
        return outcome;
      }
    };
  }
}
