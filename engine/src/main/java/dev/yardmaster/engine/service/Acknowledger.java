package dev.yardmaster.engine.service;

import dev.yardmaster.api.Outcome;

/** Tells outcomes when they may be told: at once, or when what they rest on is on the disk. */
interface Acknowledger {

  /** Ends a call with an outcome that rests on what was read or written. */
  void tell(QueuedProcedure call, Outcome<Object> outcome);

  /** Waits until the outcome may be told; gives it, or that it is not known. */
  Outcome<Object> tell(Outcome<Object> outcome);

  /** Tells at once. */
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
