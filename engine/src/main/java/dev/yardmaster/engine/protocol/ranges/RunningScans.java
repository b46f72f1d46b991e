package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * For each worker, the timestamp of the commit clock at which the worker's transaction began to
 * scan. No validation needs a writer whose timestamp is at or below the earliest of these
 * timestamps. Any thread may call the methods.
 *
 * <p>A scan first stores that it is beginning, then reads the clock, and then reads the versions of
 * ranges. A thread that computes the horizon reads the clock first and the workers' entries
 * afterwards. So if the thread does not see a scan, the scan begins at or after the timestamp that
 * the thread has read from the clock.
 */
final class RunningScans {

  private static final long NONE = Long.MAX_VALUE;

  /** The value for a worker whose scan is beginning and has no timestamp yet. */
  private static final long BEGINNING = 0;

  private static final int NONE_LEFT_OUT = -1;

  private static final int STRIDE = 16;

  private final int workers;
  private final CommitClock clock;

  @Shared(
      writers =
          "the worker to which the entry belongs: before its first scan reads any range, and"
              + " after its "
              + "validation",
      readers = "workers that register, or reuse a writer",
      access =
          "volatile: first \"beginning\", then the clock's time; release at the end. A "
              + "thread that computes the horizon reads the clock first. Each worker has a "
              + "cache line of its own")
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

  /**
   * Stores the clock's current timestamp as the start of a worker's scans. The worker calls this
   * method before a transaction's first scan reads any range.
   */
  void begin(int worker) {
    begins.set(at(worker), BEGINNING);
    begins.set(at(worker), clock.now());
  }

  /**
   * Removes a worker's entry. The worker calls this method when the validation of its transaction
   * needs no writers any more.
   */
  void end(int worker) {
    begins.setRelease(at(worker), NONE);
  }

  /**
   * Returns the horizon, which is a timestamp. No current or future validation needs a writer whose
   * timestamp is at or below the horizon.
   *
   * <p>A writer draws its timestamp after it has registered. If the writer's timestamp is at or
   * below the time at which a scan began, the writer had registered before the scan read the
   * versions of ranges. So the writer's position in the list is lower than the positions that the
   * scan's validation examines.
   */
  long horizon() {
    return horizonWithout(NONE_LEFT_OUT);
  }

  /** Returns the horizon for the validations of all workers except {@code leftOut}. */
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
