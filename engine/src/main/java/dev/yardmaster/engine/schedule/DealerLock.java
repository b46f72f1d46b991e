package dev.yardmaster.engine.schedule;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The lock of a scheduler, which is a spin lock. A worker holds the lock for a few microseconds.
 * This is less than the time that a thread needs to fall asleep and wake up. A waiting thread
 * spins, and yields after {@link #SPINS} rounds.
 */
final class DealerLock {

  private static final int SPINS = 1_000;

  @Shared(
      writers = "workers that acquire or release the lock",
      readers = "the same threads",
      access = "compare-and-set to acquire, volatile write to release")
  private final AtomicBoolean held = new AtomicBoolean();

  @SuppressWarnings("ThreadPriorityCheck") // The lock is correct without yielding.
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

  /** Acquires the lock if the lock is free, and returns whether it was free. */
  boolean tryLock() {
    return !held.get() && held.compareAndSet(false, true);
  }

  void unlock() {
    held.set(false);
  }
}
