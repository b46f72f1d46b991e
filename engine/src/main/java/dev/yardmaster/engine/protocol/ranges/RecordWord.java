package dev.yardmaster.engine.protocol.ranges;

/**
 * The word in front of a record.
 *
 * <pre>
 *   63                              3   2      1        0
 *   | version: a commit timestamp   | dead | absent | locked |
 * </pre>
 */
final class RecordWord {

  static final long LOCKED = 1;
  static final long ABSENT = 2;

  /** The record has left its index for good. */
  static final long DEAD = 4;

  private static final int STATUS_BITS = 3;

  private RecordWord() {}

  static long absent(long version) {
    return (version << STATUS_BITS) | ABSENT;
  }

  static long present(long version) {
    return version << STATUS_BITS;
  }

  static long version(long word) {
    return word >>> STATUS_BITS;
  }

  static boolean isLocked(long word) {
    return (word & LOCKED) != 0;
  }

  static boolean isAbsent(long word) {
    return (word & ABSENT) != 0;
  }

  static boolean isDead(long word) {
    return (word & DEAD) != 0;
  }
}
