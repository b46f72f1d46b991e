package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.index.ByteKeys;
import dev.yardmaster.engine.index.HashIndex;
import dev.yardmaster.engine.index.Index;
import dev.yardmaster.engine.index.IndexPage;
import dev.yardmaster.engine.index.NodeChange;
import dev.yardmaster.engine.index.Observation;
import dev.yardmaster.engine.index.OrderedIndex;
import dev.yardmaster.engine.index.RecordInitializer;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.RecordAllocator;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.SecondaryIndex;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import org.agrona.collections.LongArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Loads tables before transactions run, without validation or history. Several loaders may run at
 * the same time, each on the thread of its own worker. In a database with a log, the loaded records
 * are logged, but the loader does not wait for the disk.
 */
public final class Loader {

  private final Protocol protocol;
  private final WorkerContext context;
  private final @Nullable CommitListener listener;
  private final boolean loadsEntries;
  private final NodeChange change = new NodeChange();
  private final Observation observed = new Observation();
  private final RecordInitializer initializer = this::fill;
  private @Nullable Table table;
  private @Nullable Row row;

  Loader(
      Protocol protocol,
      WorkerContext context,
      @Nullable CommitListener listener,
      boolean loadsEntries) {
    this.protocol = protocol;
    this.loadsEntries = loadsEntries;
    this.context = context;
    this.listener = listener;
  }

  /**
   * Returns a loader without a listener, for rows that are already in the log. It does not load the
   * entries of secondary indexes. No worker may use the context while the loader is in use.
   */
  public static Loader withoutListener(Protocol protocol, WorkerContext context) {
    return new Loader(protocol, context, null, false);
  }

  /** Adds a record whose key is a number. */
  public void load(Table intoTable, long key, Row withRow) {
    load(intoTable, key, null, withRow);
  }

  /**
   * Adds a record.
   *
   * @throws IllegalArgumentException if the table already has a record with this key, if the key is
   *     not of the table's kind, if the row has another layout, or if the key of an entry of a
   *     secondary index is too long
   */
  public void load(Table intoTable, long key, byte @Nullable [] rest, Row withRow) {
    intoTable.requireKey(key, rest);
    if (!withRow.isOf(intoTable.layout())) {
      throw new IllegalArgumentException("the row is of another layout: table=" + intoTable.name());
    }
    if (loadsEntries) {
      for (SecondaryIndex of : intoTable.indexes()) {
        var unused =
            of.entryKey(withRow, key, rest); // Throws an exception before the row is logged.
      }
    }
    table = intoTable;
    row = withRow;
    RecordAllocator allocator = context.allocator(intoTable.records());
    int slot = allocator.allocate();
    Index index = intoTable.index();
    if (index.insert(key, rest, slot, initializer, change) != slot) {
      allocator.free(slot);
      throw new IllegalArgumentException(
          "the key is loaded already: table=" + intoTable.name() + ", key=" + key);
    }
    intoTable.added(rest);
    if (change.overflows() && index instanceof HashIndex hashed) {
      hashed.grow();
    }
    if (listener != null && !intoTable.isOfIndex()) {
      try {
        listener.loaded(intoTable, key, rest, withRow);
      } catch (RuntimeException | Error e) {
        takeOut(intoTable, key, rest);
        throw e;
      }
    }
    if (loadsEntries) {
      loadEntries(intoTable, key, rest, withRow);
    }
  }

  /** Adds the entries of the secondary indexes for a row that was loaded. */
  public void loadEntries(Table ofTable, long key, byte @Nullable [] rest, Row ofRow) {
    for (SecondaryIndex index : ofTable.indexes()) {
      byte[] entryKey = index.entryKey(ofRow, key, rest);
      Row entry = Row.of(index.entries().layout());
      index.fillEntry(entry, entryKey, rest);
      load(index.entries(), ByteKeys.prefixOf(entryKey), entryKey, entry);
    }
  }

  /**
   * Adds a record, or replaces the row of the record that was loaded under its key.
   *
   * @throws IllegalStateException under the same conditions as {@link #remove}
   */
  public void put(Table intoTable, long key, byte @Nullable [] rest, Row withRow) {
    int record = find(intoTable, key, rest);
    if (record == Index.NONE) {
      load(intoTable, key, rest, withRow);
    } else {
      replace(intoTable, record, withRow);
    }
  }

  /**
   * Replaces the row of a record that was loaded.
   *
   * @throws IllegalStateException under the same conditions as {@link #remove}
   */
  public void replace(Table inTable, int record, Row withRow) {
    requireReplaceable(inTable);
    protocol.unload(inTable, record, context);
    protocol.load(inTable, record, withRow, context);
  }

  /**
   * Removes the record that was loaded under a key, if there is such a record.
   *
   * @throws IllegalStateException if the worker has a listener, or the table has secondary indexes;
   *     the removal would not reach the listener or the indexes
   */
  public void remove(Table fromTable, long key, byte @Nullable [] rest) {
    requireReplaceable(fromTable);
    takeOut(fromTable, key, rest);
  }

  /** Removes all records of a table. No other loader may use the table during the call. */
  public void clear(Table table) {
    if (table.index() instanceof HashIndex hashed) {
      LongArrayList keys = new LongArrayList();
      for (long bucket = 0; bucket < hashed.buckets(); bucket++) {
        keys.clear();
        hashed.addKeys(bucket, keys);
        keys.forEachLong(key -> remove(table, key, null));
      }
      return;
    }
    boolean isNumber = table.definition().keys() == TableDefinition.Keys.NUMBERS;
    byte @Nullable [] lowest = isNumber ? null : new byte[0];
    long from = isNumber ? Long.MIN_VALUE : ByteKeys.prefixOf(lowest);
    IndexPage page = new IndexPage();
    do {
      table.ordered().page(from, lowest, Long.MAX_VALUE, OrderedIndex.UNBOUNDED, page);
      for (int i = 0; i < page.count(); i++) {
        remove(table, page.key(i), page.rest(i));
      }
    } while (page.count() > 0 || page.goesOn());
  }

  private void requireReplaceable(Table of) {
    if (listener != null || (loadsEntries && !of.indexes().isEmpty())) {
      throw new IllegalStateException(
          "a loader of a worker with a listener, or of a table with secondary indexes, only adds"
              + " records: table="
              + of.name());
    }
  }

  /** Returns the record that was loaded under a key; {@link Index#NONE} if there is none. */
  public int find(Table inTable, long key, byte @Nullable [] rest) {
    return inTable.index().find(key, rest, observed);
  }

  /**
   * Finds the records that were loaded under several keys; see {@link Index#find(long[], byte[][],
   * int, int, Observation, int[])}.
   */
  public long find(Table inTable, long[] keys, byte[][] rests, int from, int to, int[] records) {
    return inTable.index().find(keys, rests, from, to, observed, records);
  }

  /**
   * Returns free slots to the tables, so that workers can use them. The loader must not be used
   * afterwards.
   */
  public void end() {
    context.giveBackSlots();
  }

  private void takeOut(Table fromTable, long key, byte @Nullable [] rest) {
    int record = find(fromTable, key, rest);
    if (record == Index.NONE) {
      return;
    }
    if (fromTable.index().remove(key, rest, record, 0)) {
      fromTable.removed(rest);
    }
    protocol.unload(fromTable, record, context);
    context.allocator(fromTable.records()).free(record);
  }

  private void fill(int record, long stamp) {
    protocol.load(table, record, row, context);
  }
}
