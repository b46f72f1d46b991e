package dev.yardmaster.engine.protocol.silo;

/**
 * The word in front of a record.
 *
 * <pre>
 *   63                                       3   2      1        0
 *   | version: sequence (53), worker (8)     | dead | absent | locked |
 * </pre>
 *
 * <p>(SOSP 2013, section 4.2, where the bits are lock, latest-version and absent.)
 */
final class SiloWord {

  static final long LOCKED = 1;
  static final long ABSENT = 2;

  /** The record has left its index for good. */
  static final long DEAD = 4;

  private static final int STATUS_BITS = 3;
  private static final int WORKER_BITS = 8;

  private SiloWord() {}

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

  /** The lowest version of a worker's that is higher than another. */
  static long versionAbove(long version, int worker) {
    return (((version >>> WORKER_BITS) + 1) << WORKER_BITS) | worker;
  }
}
