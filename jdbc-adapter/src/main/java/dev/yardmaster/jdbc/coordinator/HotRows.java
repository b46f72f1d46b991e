package dev.yardmaster.jdbc.coordinator;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The rows on which conflicts were counted recently. Each row has a counter for the present second
 * and a counter for the previous second. Several rows may share their counters, so a row may count
 * as hot because of another row. This costs only an unnecessary request. This class is thread-safe.
 *
 * <pre>
 *   63            32 31        16 15         0
 *   | number of the | count of   | count of  |
 *   | period        | the period | the period|
 *   |               | before     |           |
 * </pre>
 */
final class HotRows {
  /**
   * A row is hot if the present and the previous second together have at least this number of
   * conflicts.
   */
  static final int HOT = 3;

  static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(1);

  private static final int SLOT_BITS = 14;
  private static final int COUNT_BITS = 16;
  private static final long MAX_COUNT = (1L << COUNT_BITS) - 1;

  @Shared(
      writers = "threads whose transaction was aborted or has waited for a lease",
      readers = "threads that begin a transaction",
      access = "compare-and-set")
  private final AtomicLongArray slots = new AtomicLongArray(1 << SLOT_BITS);

  /** Counts a conflict on a row. */
  void count(long row, long nowNs) {
    int slot = slot(row);
    long before;
    long after;
    do {
      before = slots.get(slot);
      long now = aged(before, nowNs);
      after = (now & MAX_COUNT) == MAX_COUNT ? now : now + 1;
    } while (!slots.compareAndSet(slot, before, after));
  }

  /** Returns whether transactions that use the row should ask for a lease. */
  boolean isHot(long row, long nowNs) {
    long counts = slots.get(slot(row));
    if (counts == 0) {
      return false;
    }
    counts = aged(counts, nowNs);
    return (counts & MAX_COUNT) + (counts >>> COUNT_BITS & MAX_COUNT) >= HOT;
  }

  private static long aged(long counts, long nowNs) {
    int period = (int) (nowNs / PERIOD_NS);
    int passed = period - (int) (counts >>> 32);
    if (passed == 0) {
      return counts;
    }
    long previous = passed == 1 ? counts & MAX_COUNT : 0;
    return (long) period << 32 | previous << COUNT_BITS;
  }

  private static int slot(long row) {
    return (int) ((row * 0x9E3779B97F4A7C15L) >>> (64 - SLOT_BITS));
  }
}
