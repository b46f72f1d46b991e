package dev.yardmaster.engine.protocol.tictoc;

import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.table.Records;

/**
 * The second word in front of a record: the timestamp up to which the record's current version is
 * valid.
 */
final class ReadTimestamp {

  private static final int AT = 1;

  private ReadTimestamp() {}

  static long of(SharedWords words, long[] slab, int at) {
    return words.getVolatile(slab, at + AT);
  }

  /** Sets the read timestamp of a version that no transaction can have read. */
  static void set(SharedWords words, long[] slab, int at, long timestamp) {
    words.set(slab, at + AT, timestamp);
  }

  /** Sets the read timestamp of a record that no other thread can see yet. */
  static void initialize(long[] slab, int at, long timestamp) {
    Records.setWord(slab, at + AT, timestamp);
  }

  /** Raises the read timestamp if it is lower than the given timestamp. */
  static void raise(SharedWords words, long[] slab, int at, long timestamp) {
    long read = of(words, slab, at);
    while (read < timestamp && !words.change(slab, at + AT, read, timestamp)) {
      read = of(words, slab, at);
    }
  }
}
