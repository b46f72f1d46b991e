package dev.yardmaster.engine.protocol.tictoc;

import dev.yardmaster.engine.table.Records;

/**
 * The second word in front of a record: the timestamp up to which the record's current version is
 * valid.
 */
final class ReadTimestamp {

  private static final int AT = 1;

  private ReadTimestamp() {}

  static long of(long[] slab, int at) {
    return Records.sharedWord(slab, at + AT);
  }

  /** Sets the read timestamp of a version that no transaction can have read yet. */
  static void set(long[] slab, int at, long timestamp) {
    Records.setWord(slab, at + AT, timestamp);
  }

  /** Raises the read timestamp if it is lower than the given timestamp. */
  static void raise(long[] slab, int at, long timestamp) {
    long read = of(slab, at);
    while (read < timestamp && !Records.changeWord(slab, at + AT, read, timestamp)) {
      read = of(slab, at);
    }
  }
}
