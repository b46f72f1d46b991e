package dev.yardmaster.storage.table;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The layout of the values in a table on disk. Integers are big-endian.
 *
 * <pre>
 *   an entry                     the state of the table
 *   +---------+-------------+    +--------+---------+---------------+------------+
 *   | version | value       |    | format | version | complete from | horizon ms |
 *   +---------+-------------+    +--------+---------+---------------+------------+
 *   8         any length         4        8         8               8
 *
 *   format: 1, of the keys and the values of the whole table
 * </pre>
 */
final class EntryFormat {

  private static final int FORMAT = 1;
  private static final int STATE_BYTES = Integer.BYTES + 3 * Long.BYTES;

  private EntryFormat() {}

  static byte[] encode(byte[] value, long version) {
    byte[] bytes = new byte[Long.BYTES + value.length];
    ByteBuffer.wrap(bytes).putLong(version).put(value);
    return bytes;
  }

  /**
   * Returns the value and the version of an entry.
   *
   * @throws IOException if the bytes are not an entry
   */
  static DiskTable.Found entry(byte[] bytes) throws IOException {
    if (bytes.length < Long.BYTES) {
      throw new IOException("an entry has only " + bytes.length + " bytes");
    }
    long version = ByteBuffer.wrap(bytes).getLong();
    return new DiskTable.Found(Arrays.copyOfRange(bytes, Long.BYTES, bytes.length), version);
  }

  static byte[] encode(DiskTable.State state) {
    return ByteBuffer.allocate(STATE_BYTES)
        .putInt(FORMAT)
        .putLong(state.version())
        .putLong(state.completeFrom())
        .putLong(state.horizonMs())
        .array();
  }

  /**
   * Returns a state.
   *
   * @throws IOException if the table has another format
   */
  static DiskTable.State state(byte[] bytes) throws IOException {
    ByteBuffer source = ByteBuffer.wrap(bytes);
    if (bytes.length != STATE_BYTES || source.getInt() != FORMAT) {
      throw new IOException("the table has a format that this release does not know");
    }
    return new DiskTable.State(source.getLong(), source.getLong(), source.getLong());
  }
}
