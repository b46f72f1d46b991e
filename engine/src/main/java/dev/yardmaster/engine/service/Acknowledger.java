package dev.yardmaster.engine.service;

import dev.yardmaster.api.Outcome;

/**
 * Completes calls with their outcomes: at once, or when the commits that an outcome depends on are
 * on disk.
 */
interface Acknowledger {

  /** Ends a call with an outcome that depends on values read or written. */
  void tell(QueuedProcedure call, Outcome<Object> outcome);

  /** Blocks until the outcome may be returned; returns the outcome, or that it is unknown. */
  Outcome<Object> tell(Outcome<Object> outcome);

  /** Returns an acknowledger that completes calls at once. */
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
