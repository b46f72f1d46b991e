package dev.yardmaster.processor;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The way in which a caller's thread waits while the pipeline processes the caller's transaction.
 */
@FunctionalInterface
public interface CallerWait {

  /**
   * Waits for a moment. The caller then checks again for its reply. An unpark or an interrupt of
   * the thread ends the moment early.
   *
   * @param waits the number of calls of this method since the caller began to wait
   * @param over returns whether the awaited reply has arrived; any thread may call it
   */
  void moment(int waits, BooleanSupplier over);

  /** The number of moments in which a thread spins before it parks. */
  int SPINS = 200;

  /**
   * Returns a way of waiting for what ends with an unpark of the thread. No thread unparks this
   * thread at its deadline or at the end of the service, so each park has a time limit, of 8 ms and
   * then twice as long as the park before, up to 64 ms. A lower limit would wake threads for
   * nothing when hundreds of them wait.
   */
  static CallerWait spinThenPark() {
    return spinThenPark(8_000_000L, 3);
  }

  /**
   * Returns a way of waiting for a condition that no thread reports. A park lasts 1 ms, and then
   * twice as long as the park before, up to 64 ms.
   */
  static CallerWait spinThenPoll() {
    return spinThenPark(1_000_000L, 6);
  }

  private static CallerWait spinThenPark(long firstNs, int doublings) {
    return (waits, over) -> {
      if (waits < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(firstNs << Math.min(doublings, waits - SPINS));
      }
    };
  }
}
