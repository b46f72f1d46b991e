package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.protocol.Pace;

/**
 * One worker's timestamps. Each transaction has two consecutive timestamps: a read timestamp and a
 * write timestamp.
 *
 * <pre>
 *   63                                 9   8      1   0
 *   | units of 16 ns since the origin + 1  | worker | writes |
 * </pre>
 *
 * <p>No other transaction has a timestamp between these two, so nothing can come between a
 * transaction's reads and its writes. If a transaction finds a record absent, it raises a stamp to
 * its read timestamp. The write timestamp is higher, so the transaction can still insert the record
 * itself. The timestamps are used up 9 years after the origin; after that no transaction can begin.
 * Only the worker's thread uses this object.
 */
final class Timestamps {

  /** The maximum number of workers whose timestamps are unique. */
  static final int MAX_WORKERS = 256;

  private static final int WORKER_SHIFT = 1;
  private static final int UNIT_SHIFT = 9;

  /**
   * The shift from ns to units of 16 ns. A transaction takes longer than one unit, so a worker
   * rarely has to wait for the clock.
   */
  private static final int NS_SHIFT = 4;

  private static final long LAST_UNIT = Long.MAX_VALUE >>> UNIT_SHIFT;
  private static final long WRITES = 1;

  private final int worker;
  private final Pace pace;
  private final long originNs;
  private long last;

  /**
   * Creates a worker's timestamps.
   *
   * @param originNs the time from which timestamps count; the same for all workers, and not in the
   *     future
   */
  Timestamps(int worker, Pace pace, long originNs) {
    this.worker = worker;
    this.pace = pace;
    this.originNs = originNs;
  }

  /**
   * Returns the next transaction's read timestamp.
   *
   * @throws IllegalStateException if the timestamps are used up
   */
  long next() {
    long unit = Math.max(unit(), (last >>> UNIT_SHIFT) + 1);
    if (unit > LAST_UNIT) {
      throw new IllegalStateException(
          "the timestamps of a multi-version engine last for 9 years: sinceOriginNs="
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

  /**
   * Waits until the clock is past this worker's last timestamp. Afterwards, every transaction that
   * begins on any worker gets a later timestamp.
   */
  void awaitPassed() {
    int round = 0;
    while (unit() <= last >>> UNIT_SHIFT) {
      pace.await(round++);
    }
  }

  /** Returns the write timestamp of a transaction with this read timestamp. */
  static long writeOf(long readTimestamp) {
    return readTimestamp | WRITES;
  }

  static boolean isWrite(long timestamp) {
    return (timestamp & WRITES) != 0;
  }
}
