package dev.yardmaster.processor;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The way in which a caller's thread waits while the pipeline processes the caller's transaction.
 */
@FunctionalInterface
public interface CallerWait {

  /**
   * Waits for a moment that is at most about as long as the caller has already waited. The caller
   * then checks again for its reply. An unpark or an interrupt of the thread ends the moment early.
   *
   * @param waits the number of calls of this method since the caller began to wait
   * @param over returns whether the awaited reply has arrived; any thread may call it
   */
  void moment(int waits, BooleanSupplier over);

  /**
   * Returns a way of waiting that spins for a short time and then parks the thread. Each park lasts
   * twice as long as the park before, up to 64 ms.
   */
  static CallerWait spinThenPark() {
    return (waits, over) -> {
      if (waits < 200) {
        Thread.onSpinWait();
      } else {
        // No thread unparks this thread at its deadline or at the end of the service, so each park
        // has a time limit.
        LockSupport.parkNanos(1_000_000L << Math.min(6, waits - 200));
      }
    };
  }
}
