package dev.yardmaster.storage.hbase;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.table.KeyFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.jspecify.annotations.Nullable;

/**
 * The layout of the rows of a table. Integers are big-endian.
 *
 * <pre>
 *   row of an entry                          row of the owner and the state
 *   +------------+---------------------+     +----+
 *   | generation | key, as in KeyFormat|     | 00 |
 *   +------------+---------------------+     +----+
 *   4             any length                 1
 *
 *   column  timestamp        value
 *   d:v     commit version   00, and the value; or 01 alone if the key was deleted
 *   t:v     commit version   nothing; exists beside each deletion, so that a scan of the small
 *                            family t finds the deletions
 * </pre>
 *
 * <p>Rows of earlier generations than the current one were in the table before it was cleared.
 * Generations begin with 1.
 */
final class RowFormat {

  static final byte[] DATA = {'d'};
  static final byte[] DELETED = {'t'};
  static final byte[] VALUE = {'v'};
  static final byte[] STATE_ROW = {0};

  private static final byte LIVE = 0;
  private static final byte[] TOMBSTONE = {1};

  private RowFormat() {}

  static byte[] row(int generation, Key key) {
    return row(generation, KeyFormat.encode(key));
  }

  /** Returns the first row of a scan. {@code key} is null for the lowest key. */
  static byte[] from(int generation, @Nullable Key key) {
    return key == null ? row(generation, KeyFormat.lowest()) : row(generation, key);
  }

  /** Returns the end of a scan. {@code key} is null for no upper bound. */
  static byte[] to(int generation, @Nullable Key key) {
    return key == null ? row(generation, KeyFormat.end()) : row(generation, key);
  }

  private static byte[] row(int generation, byte[] key) {
    return ByteBuffer.allocate(Integer.BYTES + key.length).putInt(generation).put(key).array();
  }

  /**
   * Returns the key of an entry's row.
   *
   * @throws IOException if the bytes are not the row of an entry
   */
  static Key key(KeyFormat keys, byte[] row) throws IOException {
    if (row.length < Integer.BYTES) {
      throw new IOException("a row has only " + row.length + " bytes");
    }
    return keys.decode(Arrays.copyOfRange(row, Integer.BYTES, row.length));
  }

  static Put put(int generation, DiskTable.Change change) {
    Put put = new Put(row(generation, change.key()));
    byte[] value = change.value();
    if (value == null) {
      put.addColumn(DATA, VALUE, change.version(), TOMBSTONE);
      put.addColumn(DELETED, VALUE, change.version(), new byte[0]);
    } else {
      byte[] bytes = new byte[1 + value.length];
      bytes[0] = LIVE;
      System.arraycopy(value, 0, bytes, 1, value.length);
      put.addColumn(DATA, VALUE, change.version(), bytes);
    }
    return forced(put);
  }

  /**
   * Returns a mutation that removes a row's cells up to a version. Until HBase compacts the files,
   * it also ignores later writes of these versions; after the compaction, such a write would be
   * visible. So a removal cannot replace a tombstone.
   */
  static Delete remove(byte[] row, long version) {
    Delete delete = new Delete(row);
    delete.addColumns(DATA, VALUE, version);
    delete.addColumns(DELETED, VALUE, version);
    return forced(delete);
  }

  private static <M extends Mutation> M forced(M mutation) {
    mutation.setDurability(Durability.FSYNC_WAL);
    return mutation;
  }

  /**
   * Returns the value of a cell of {@code d:v}; null if the key was deleted.
   *
   * @throws IOException if the cell is not an entry
   */
  static DiskTable.@Nullable Found found(Cell cell) throws IOException {
    byte[] bytes = CellUtil.cloneValue(cell);
    if (Arrays.equals(bytes, TOMBSTONE)) {
      return null;
    }
    if (bytes.length == 0 || bytes[0] != LIVE) {
      throw new IOException("a cell is not an entry of this service: row=" + cell);
    }
    return new DiskTable.Found(Arrays.copyOfRange(bytes, 1, bytes.length), cell.getTimestamp());
  }
}
