package dev.yardmaster.engine.schedule;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The lock of a scheduler: a spin lock. It is held for some microseconds, which is less than a
 * thread takes to sleep and wake up. A waiting thread spins, and yields after {@link #SPINS}
 * rounds.
 */
final class DealerLock {

  private static final int SPINS = 1_000;

  @Shared(
      writers = "workers that take or release the lock",
      readers = "the same",
      access = "compare-and-set to take, volatile write to release")
  private final AtomicBoolean held = new AtomicBoolean();

  @SuppressWarnings("ThreadPriorityCheck") // Correctness does not depend on it.
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

  /** Takes the lock if it is free. */
  boolean tryLock() {
    return !held.get() && held.compareAndSet(false, true);
  }

  void unlock() {
    held.set(false);
  }
}
