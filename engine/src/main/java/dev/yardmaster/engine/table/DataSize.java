package dev.yardmaster.engine.table;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The approximate memory of the records of a database, in bytes: the values, with all versions that
 * a protocol keeps, and the keys. The columns of a row count only once, even if the protocol keeps
 * old versions of the row. Any thread may call the methods.
 */
public final class DataSize {

  /** The memory of a record in addition to its value and the protocol's words, in bytes. */
  private static final int RECORD_BYTES = 48;

  /** The memory of a byte array in addition to its bytes: the header and the padding. */
  static final int ARRAY_BYTES = 20;

  @Shared(
      writers = "workers that install a value of another length, or add or remove a record",
      readers = "any thread",
      access = "LongAdder")
  private final LongAdder bytes = new LongAdder();

  /**
   * Counts a record that was added to an index.
   *
   * @param words the number of 8-byte words: the protocol's words in front of the record and in
   *     front of a version, and the words of the columns
   * @param rest the byte string of the record's key; null for a number
   */
  void added(int words, byte @Nullable [] rest) {
    bytes.add(memoryOf(words, rest));
  }

  /** Counts a record that was removed from an index. */
  void removed(int words, byte @Nullable [] rest) {
    bytes.add(-memoryOf(words, rest));
  }

  private static long memoryOf(int words, byte @Nullable [] rest) {
    return RECORD_BYTES + (long) words * Long.BYTES + memoryOf(rest);
  }

  /** Counts a value that replaces another value. Either value may be null. */
  void replaced(byte @Nullable [] before, byte @Nullable [] after) {
    long difference = memoryOf(after) - memoryOf(before);
    if (difference != 0) {
      bytes.add(difference);
    }
  }

  private static long memoryOf(byte @Nullable [] array) {
    return array == null ? 0 : ARRAY_BYTES + array.length;
  }

  /** Returns the memory of all records, in bytes. */
  public long bytes() {
    return bytes.sum();
  }
}
