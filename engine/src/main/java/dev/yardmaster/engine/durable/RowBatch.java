package dev.yardmaster.engine.durable;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.index.ByteKeys;
import dev.yardmaster.engine.index.Index;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.Loader;
import dev.yardmaster.storage.log.format.StoredWrite;
import java.util.Arrays;

/**
 * A batch of rows and deletions from a data directory, in the order of the directory. One thread
 * reads the directory and fills the batch, and another thread loads the batch into the tables. One
 * thread at a time uses a batch.
 */
final class RowBatch {

  private static final int ROWS = 1024;
  private static final int BYTES = 1 << 16;

  /**
   * The maximum number of rows in a block. The cache lines of a block are read before its first row
   * is written. 256 rows of a few hundred bytes each fit into the CPU's second-level cache.
   */
  private static final int BLOCK = 256;

  /** The value in {@link #restLengths} for a key that is a number. */
  private static final int NO_REST = -1;

  /** The value in {@link #rowLengths} for a deletion. */
  private static final int DELETED = -1;

  private final Table[] tables = new Table[ROWS];
  private final long[] keys = new long[ROWS];
  private final int[] restLengths = new int[ROWS];
  private final int[] rowLengths = new int[ROWS];

  /**
   * The position of each row in {@link #bytes}. If the key is a byte string, it begins at this
   * position, and the row's image follows the key. Otherwise the image begins at this position.
   */
  private final int[] positions = new int[ROWS];

  private byte[] bytes = new byte[BYTES];
  private int usedBytes;
  private int size;
  private boolean last;

  /** The indexes of the rows, sorted by table; rows of the same table keep the order of the log. */
  private final int[] order = new int[ROWS];

  /**
   * The array of the counting sort. It first contains the number of rows of each table, and then
   * the next free index in {@link #order} for each table.
   */
  private int[] places = new int[1];

  /** The keys of the block that is being loaded; {@link #blockRecords} contains the records. */
  private final long[] blockKeys = new long[BLOCK];

  private final byte[][] blockRests = new byte[BLOCK][];
  private final int[] blockRecords = new int[BLOCK];

  /** A reusable row for each table, at the index of the table's number. */
  private Row[] rows = new Row[0];

  /**
   * A sum of values that were read only to fill the cache. The field prevents the compiler from
   * removing these reads.
   */
  private long touched;

  RowBatch() {}

  /** Returns whether the batch must be loaded before the next {@link #add}. */
  boolean isFull() {
    return size == ROWS || usedBytes >= BYTES;
  }

  /** Marks this batch as the last batch that its loader receives. */
  void markLast() {
    last = true;
  }

  boolean isLast() {
    return last;
  }

  /** Adds a write of a table. The key must be of the table's kind, a number or a byte string. */
  void add(Table table, StoredWrite write) {
    boolean isNumber = write.kind() == Key.Kind.NUMBER;
    int restLength = isNumber ? 0 : write.idLength();
    int rowLength = write.isDeletion() ? 0 : write.valueLength();
    int used = restLength + rowLength;
    makeRoom(used);
    tables[size] = table;
    keys[size] = isNumber ? write.number() : 0;
    restLengths[size] = isNumber ? NO_REST : restLength;
    rowLengths[size] = write.isDeletion() ? DELETED : rowLength;
    positions[size] = usedBytes;
    if (!isNumber) {
      write.copyId(bytes, usedBytes);
    }
    if (!write.isDeletion()) {
      write.copyValue(bytes, usedBytes + restLength);
    }
    usedBytes += used;
    size++;
  }

  private void makeRoom(int needed) {
    if (needed > bytes.length - usedBytes) {
      bytes = Arrays.copyOf(bytes, usedBytes + needed);
    }
  }

  /**
   * Loads the rows into their tables, and then empties the batch. A block has up to 256 rows of one
   * table. Each block is processed in four passes. The first pass reads the buckets or leaves of
   * the index, the second pass finds the records, the third pass reads the records, and the fourth
   * pass writes the rows. The reads of one pass do not depend on each other, so the CPU loads many
   * cache lines in parallel (group prefetching; Chen, Ailamaki, Gibbons and Mowry, ICDE 2004).
   */
  void load(Loader loader) {
    sortByTable();
    int end;
    for (int from = 0; from < size; from = end) {
      Table table = tables[order[from]];
      int most = Math.min(size, from + BLOCK);
      end = from + 1;
      while (end < most && tables[order[end]] == table) {
        end++;
      }
      load(loader, table, from, end);
    }
    clear();
  }

  /** Sorts the rows by the numbers of their tables. Rows of the same table keep their order. */
  private void sortByTable() {
    Arrays.fill(places, 0);
    for (int i = 0; i < size; i++) {
      int next = tables[i].number() + 1;
      if (next >= places.length) {
        places = Arrays.copyOf(places, next + 1);
      }
      places[next]++;
    }
    for (int number = 1; number < places.length; number++) {
      places[number] += places[number - 1];
    }
    for (int i = 0; i < size; i++) {
      order[places[tables[i].number()]++] = i;
    }
  }

  /** Loads a block of rows of one table. */
  private void load(Loader loader, Table table, int from, int end) {
    int rowCount = end - from;
    for (int i = 0; i < rowCount; i++) {
      setKey(i, order[from + i]);
    }
    touched += loader.find(table, blockKeys, blockRests, 0, rowCount, blockRecords);
    touched += table.records().touch(blockRecords, 0, rowCount);
    boolean hasRemoved = false;
    for (int i = 0; i < rowCount; i++) {
      int index = order[from + i];
      if (rowLengths[index] == DELETED) {
        loader.remove(table, blockKeys[i], blockRests[i]);
        // A later row of this block may have the same record, which was removed now. So later rows
        // are looked up again.
        hasRemoved = true;
      } else if (blockRecords[i] == Index.NONE || hasRemoved) {
        loader.put(table, blockKeys[i], blockRests[i], row(table, index));
      } else {
        loader.replace(table, blockRecords[i], row(table, index));
      }
    }
    Arrays.fill(blockRests, 0, rowCount, null);
  }

  private void setKey(int inBlock, int index) {
    if (restLengths[index] == NO_REST) {
      blockKeys[inBlock] = keys[index];
    } else {
      int at = positions[index];
      byte[] rest = Arrays.copyOfRange(bytes, at, at + restLengths[index]);
      blockRests[inBlock] = rest;
      blockKeys[inBlock] = ByteKeys.prefixOf(rest);
    }
  }

  /**
   * Returns row {@code index} of the batch. The returned object is reused for the next row of the
   * table.
   */
  private Row row(Table table, int index) {
    int number = table.number();
    if (number >= rows.length) {
      rows = Arrays.copyOf(rows, number + 1);
    }
    if (rows[number] == null) {
      rows[number] = Row.of(table.layout());
    }
    Row row = rows[number];
    int at = positions[index] + Math.max(0, restLengths[index]);
    if (table.layout().isValue()) {
      row.setValue(Arrays.copyOfRange(bytes, at, at + rowLengths[index]));
    } else {
      row.setColumns(table.layout(), bytes, at);
    }
    return row;
  }

  private void clear() {
    Arrays.fill(tables, 0, size, null);
    size = 0;
    usedBytes = 0;
    if (bytes.length > 2 * BYTES) {
      bytes = new byte[BYTES];
    }
  }

  /**
   * Returns a number that depends on all values that {@link #load} has read to fill the cache. So
   * the compiler cannot remove these reads.
   */
  long touched() {
    return touched;
  }
}
