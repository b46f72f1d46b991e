package dev.yardmaster.processor;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How a caller's thread waits until the pipeline has processed the caller's transaction. */
@FunctionalInterface
public interface CallerWait {

  /**
   * Waits for a short time. The caller calls this method repeatedly, and checks after each call
   * whether its reply has arrived. An unpark or an interrupt of the thread ends the call early.
   *
   * @param waits the number of calls of this method since the caller began to wait
   * @param over returns whether the awaited reply has arrived; any thread may call it
   */
  void moment(int waits, BooleanSupplier over);

  /** The number of calls that spin before the thread parks. */
  int SPINS = 200;

  /**
   * Returns a strategy for waiting if another thread unparks the waiting thread when the reply
   * arrives. No thread unparks the waiting thread at its deadline or at the end of the service, so
   * each park has a time limit. The limit is 8 ms for the first park, and doubles with each further
   * park, up to 64 ms. With shorter limits, hundreds of waiting threads would often wake without a
   * reason.
   */
  static CallerWait spinThenPark() {
    return spinThenPark(8_000_000L, 3);
  }

  /**
   * Returns a strategy for waiting if no thread unparks the waiting thread. The first park lasts 1
   * ms, and the duration doubles with each further park, up to 64 ms.
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
