package dev.yardmaster.processor;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How a caller's thread spends the time while the pipeline works for it. */
@FunctionalInterface
public interface CallerWait {

  /**
   * Spends a moment, at most about as long as the wait has lasted; the caller looks again
   * afterwards. An unpark or an interrupt of the thread ends the moment early.
   *
   * @param waits how often it was called since the caller began to wait
   * @param over whether what the caller waits for is there; any thread may ask
   */
  void moment(int waits, BooleanSupplier over);

  /** Spins for a short while, then parks, each time twice as long, up to 64 ms. */
  static CallerWait spinThenPark() {
    return (waits, over) -> {
      if (waits < 200) {
        Thread.onSpinWait();
      } else {
        // The bound is for what nobody wakes the thread up for: a deadline, and the service's end.
        LockSupport.parkNanos(1_000_000L << Math.min(6, waits - 200));
      }
    };
  }
}
