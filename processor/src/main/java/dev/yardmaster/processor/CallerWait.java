package dev.yardmaster.processor;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How a caller's thread waits while the pipeline works for it. */
@FunctionalInterface
public interface CallerWait {

  /**
   * Waits for a moment, at most about as long as the wait has lasted so far; the caller then checks
   * again. An unpark or an interrupt of the thread ends the moment early.
   *
   * @param waits how often this method was called since the caller began to wait
   * @param over whether the awaited reply is there; any thread may ask
   */
  void moment(int waits, BooleanSupplier over);

  /** Spins for a short while, then parks, each time twice as long, up to 64 ms. */
  static CallerWait spinThenPark() {
    return (waits, over) -> {
      if (waits < 200) {
        Thread.onSpinWait();
      } else {
        // Nobody unparks the thread for a deadline or for the service's end, so the park is
        // bounded.
        LockSupport.parkNanos(1_000_000L << Math.min(6, waits - 200));
      }
    };
  }
}
