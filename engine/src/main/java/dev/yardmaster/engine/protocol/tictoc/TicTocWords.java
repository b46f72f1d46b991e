package dev.yardmaster.engine.protocol.tictoc;

import dev.yardmaster.engine.table.Records;

/**
 * The words in front of a record.
 *
 * <pre>
 *   word 0   63                    3   2      1        0
 *            | write timestamp     | dead | absent | locked |
 *   word 1   | read timestamp                               |
 * </pre>
 */
final class TicTocWords {

  static final int COUNT = 2;
  static final int WRITE = 0;
  static final int READ = 1;

  static final long LOCKED = 1;
  private static final long ABSENT = 2;

  /** The record has left its index for good. */
  private static final long DEAD = 4;

  private static final int STATUS_BITS = 3;

  private TicTocWords() {}

  static long absent(long timestamp) {
    return (timestamp << STATUS_BITS) | ABSENT;
  }

  static long present(long timestamp) {
    return timestamp << STATUS_BITS;
  }

  static long dead(long word) {
    return word | DEAD;
  }

  static long timestamp(long word) {
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

  /** Raises a record's read timestamp if it is lower. */
  static void raiseRead(long[] slab, int at, long timestamp) {
    long read = Records.sharedWord(slab, at + READ);
    while (read < timestamp && !Records.changeWord(slab, at + READ, read, timestamp)) {
      read = Records.sharedWord(slab, at + READ);
    }
  }
}
