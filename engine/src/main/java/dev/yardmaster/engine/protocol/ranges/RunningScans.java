package dev.yardmaster.engine.protocol.ranges;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Since when each worker's transaction has been scanning, by the commit clock; so what the writers
 * did is known for as long as a validation may ask. Any thread.
 *
 * <p>A scan says first that it begins, then looks at the clock, and then at the versions of ranges.
 * Who computes the horizon looks at the clock first and at the workers afterwards. So a scan that
 * it does not see has a later begin than the clock said.
 */
final class RunningScans {

  private static final long NONE = Long.MAX_VALUE;

  /** A scan begins, and nobody knows its time yet. */
  private static final long BEGINNING = 0;

  private static final int NONE_LEFT_OUT = -1;

  private static final int STRIDE = 16;

  private final int workers;
  private final CommitClock clock;
  private final AtomicLongArray begins;

  RunningScans(int workers, CommitClock clock) {
    this.workers = workers;
    this.clock = clock;
    begins = new AtomicLongArray((workers + 1) * STRIDE);
    for (int worker = 0; worker < workers; worker++) {
      begins.set(at(worker), NONE);
    }
  }

  private static int at(int worker) {
    return (worker + 1) * STRIDE;
  }

  /** A transaction begins its first scan; before it looks at any range. */
  void begin(int worker) {
    begins.set(at(worker), BEGINNING);
    begins.set(at(worker), clock.now());
  }

  /** Its validation asks for nothing any more. */
  void end(int worker) {
    begins.setRelease(at(worker), NONE);
  }

  /**
   * No validation asks, now or later, for a writer that had drawn a timestamp at or below this.
   *
   * <p>A writer draws its timestamp after it has registered. If that is at or below the time at
   * which a scan began, it was drawn, and so registered, before the scan looked at the versions of
   * ranges, and stands below what the scan's validation looks at.
   */
  long horizon() {
    return horizonWithout(NONE_LEFT_OUT);
  }

  /** The same for the validations of all workers but one. */
  long horizonWithout(int leftOut) {
    long horizon = clock.now();
    for (int worker = 0; worker < workers; worker++) {
      if (worker != leftOut) {
        horizon = Math.min(horizon, begins.get(at(worker)));
      }
    }
    return horizon;
  }
}
