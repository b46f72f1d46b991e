package dev.yardmaster.validator;

import dev.yardmaster.api.Key;

/**
 * Stores the newest writes that were made before the first scan, in a circular array. Only the
 * final validation's thread uses an instance.
 */
final class RecentWrites {

  /** The number of writes that are kept; a power of two. */
  static final int SLOTS = 1024;

  private final Key[] keys = new Key[SLOTS];
  private final long[] versions = new long[SLOTS];
  private long count;
  private long unknownThrough;

  /** Sets the version up to which no write is kept. */
  void startAfter(long version) {
    unknownThrough = version;
  }

  /** Adds a write, whose version is at least as high as all earlier versions. */
  void add(Key key, long version) {
    int slot = (int) count & (SLOTS - 1);
    keys[slot] = key;
    versions[slot] = version;
    count++;
  }

  /**
   * Returns a single range that covers the whole key space. The range contains those of the kept
   * writes that a scan can find.
   */
  LogicalRange toRange() {
    long first = Math.max(0, count - SLOTS);
    LogicalRange range = new LogicalRange(null, LogicalRanges.slotsFor((int) (count - first)));
    if (first > 0) {
      // The writes of one transaction have the same version. So a write with the version of the
      // oldest kept write may have been discarded.
      unknownThrough = versions[(int) first & (SLOTS - 1)];
    }
    range.startAfter(unknownThrough);
    for (long i = first; i < count; i++) {
      int slot = (int) i & (SLOTS - 1);
      if (!keys[slot].isReserved()) {
        range.add(keys[slot], versions[slot]);
      }
    }
    return range;
  }
}
