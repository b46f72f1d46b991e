package dev.yardmaster.storage.hbase;

import dev.yardmaster.storage.table.DiskTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The contents of the row of the owner and the state. Integers are big-endian.
 *
 * <pre>
 *   o:  +----------------------+-------+--------+
 *       | id of the data       | epoch | random |
 *       | directory            |       |        |
 *       +----------------------+-------+--------+
 *       16                     8       8
 *
 *   s:  +--------+------------+---------+---------------+------------+
 *       | format | generation | version | complete from | horizon ms |
 *       +--------+------------+---------+---------------+------------+
 *       4        4            8         8               8
 *
 *   format: 1, the format of the whole table
 * </pre>
 *
 * @param generation the generation of the table's rows; {@link DiskTable#clear} increases it
 */
record TableState(int generation, DiskTable.State state) {

  static final TableState NEW = new TableState(1, DiskTable.State.EMPTY);

  private static final int FORMAT = 1;
  private static final int STATE_BYTES = 2 * Integer.BYTES + 3 * Long.BYTES;
  private static final int OWNER_BYTES = 4 * Long.BYTES;

  /**
   * A start of a service, as the owner of the table.
   *
   * @param id the identity of the data directory
   * @param epoch the number of the directory's starts
   * @param random a random number of this start, which is stored in no file; it distinguishes
   *     starts of two copies of a directory that have the same epoch
   */
  record Owner(UUID id, long epoch, long random) {

    byte[] encode() {
      return ByteBuffer.allocate(OWNER_BYTES)
          .putLong(id.getMostSignificantBits())
          .putLong(id.getLeastSignificantBits())
          .putLong(epoch)
          .putLong(random)
          .array();
    }

    static Owner decode(byte[] bytes) throws IOException {
      if (bytes.length != OWNER_BYTES) {
        throw new IOException("the owner has " + bytes.length + " bytes");
      }
      ByteBuffer source = ByteBuffer.wrap(bytes);
      return new Owner(
          new UUID(source.getLong(), source.getLong()), source.getLong(), source.getLong());
    }
  }

  byte[] encode() {
    return ByteBuffer.allocate(STATE_BYTES)
        .putInt(FORMAT)
        .putInt(generation)
        .putLong(state.version())
        .putLong(state.completeFrom())
        .putLong(state.horizonMs())
        .array();
  }

  static TableState decode(byte[] bytes) throws IOException {
    ByteBuffer source = ByteBuffer.wrap(bytes);
    if (bytes.length != STATE_BYTES || source.getInt() != FORMAT) {
      throw new IOException("the table has a format that this release does not know");
    }
    return new TableState(
        source.getInt(), new DiskTable.State(source.getLong(), source.getLong(), source.getLong()));
  }
}
