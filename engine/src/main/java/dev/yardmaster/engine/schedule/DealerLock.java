package dev.yardmaster.engine.schedule;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The lock of a scheduler. It is held for some microseconds, and to sleep and be woken up takes
 * longer: whoever waits spins, and after a while lets others run.
 */
final class DealerLock {

  private static final int SPINS = 1_000;

  private final AtomicBoolean held = new AtomicBoolean();

  @SuppressWarnings("ThreadPriorityCheck") // Nothing rests on it; it is a courtesy.
  void lock() {
    int round = 0;
    while (held.get() || !held.compareAndSet(false, true)) {
      if (++round < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
  }

  /** Takes the lock if nobody holds it. */
  boolean tryLock() {
    return !held.get() && held.compareAndSet(false, true);
  }

  void unlock() {
    held.set(false);
  }
}
