package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.protocol.Pace;

/**
 * One worker's timestamps. Each transaction has two: it reads as of one, and writes at the next.
 *
 * <pre>
 *   63                                 9   8      1   0
 *   | units of 16 ns since the origin + 1  | worker | writes |
 * </pre>
 *
 * <p>No other transaction's lie between the two, so what it read is what it wrote on top of; and
 * having read that something is absent does not keep it from writing it. They last for 9 years
 * after the origin; then no transaction begins any more. Owned by the worker's thread.
 */
final class Timestamps {

  private static final int WORKER_SHIFT = 1;
  private static final int UNIT_SHIFT = 9;

  /** A transaction takes longer than a unit, so nobody waits for the clock. */
  private static final int NS_SHIFT = 4;

  private static final long LAST_UNIT = Long.MAX_VALUE >>> UNIT_SHIFT;
  private static final long WRITES = 1;

  private final int worker;
  private final Pace pace;
  private final long originNs;
  private long last;

  /**
   * A worker's timestamps.
   *
   * @param originNs the same for all workers; not later than now
   */
  Timestamps(int worker, Pace pace, long originNs) {
    this.worker = worker;
    this.pace = pace;
    this.originNs = originNs;
  }

  /**
   * The next transaction reads as of this.
   *
   * @throws IllegalStateException if there are no more
   */
  long next() {
    long unit = Math.max(unit(), (last >>> UNIT_SHIFT) + 1);
    if (unit > LAST_UNIT) {
      throw new IllegalStateException(
          "an engine of several versions has timestamps for 9 years: sinceOriginNs="
              + (unit << NS_SHIFT)
              + ", limitNs="
              + (LAST_UNIT << NS_SHIFT));
    }
    last = (unit << UNIT_SHIFT) | ((long) worker << WORKER_SHIFT);
    return last;
  }

  private long unit() {
    return ((pace.nowNs() - originNs) >> NS_SHIFT) + 1;
  }

  /** Waits until every transaction that begins from now on, anywhere, comes after the last. */
  void awaitPassed() {
    int round = 0;
    while (unit() <= last >>> UNIT_SHIFT) {
      pace.await(round++);
    }
  }

  /** What a transaction writes at that reads as of a timestamp. */
  static long writeOf(long readTimestamp) {
    return readTimestamp | WRITES;
  }

  static boolean isWrite(long timestamp) {
    return (timestamp & WRITES) != 0;
  }
}
