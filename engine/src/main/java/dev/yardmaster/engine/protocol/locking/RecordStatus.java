package dev.yardmaster.engine.protocol.locking;

/**
 * The first word in front of a record; changed only by who holds the record's write lock.
 *
 * <pre>
 *   63                         2   1      0
 *   | version                  | dead | absent |
 * </pre>
 */
final class RecordStatus {

  private static final long ABSENT = 1;

  /** The record has left its index for good. */
  private static final long DEAD = 2;

  private static final int STATUS_BITS = 2;

  private RecordStatus() {}

  static long absent(long version) {
    return (version << STATUS_BITS) | ABSENT;
  }

  static long present(long version) {
    return version << STATUS_BITS;
  }

  static long dead(long status) {
    return status | DEAD;
  }

  static long version(long status) {
    return status >>> STATUS_BITS;
  }

  static boolean isAbsent(long status) {
    return (status & ABSENT) != 0;
  }

  static boolean isDead(long status) {
    return (status & DEAD) != 0;
  }
}
