package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.index.Index;
import dev.yardmaster.engine.index.NodeChange;
import dev.yardmaster.engine.index.Observation;
import dev.yardmaster.engine.index.RecordInitializer;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.RecordAllocator;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * Loads tables before transactions run, without validation or history. Several loaders may run at
 * the same time, each on the thread of its own worker. In a database with a log the loaded records
 * are in the log, but a loader does not wait for the disk.
 */
public final class Loader {

  private final Protocol protocol;
  private final WorkerContext context;
  private final CommitListener listener;
  private final NodeChange change = new NodeChange();
  private final Observation observed = new Observation();
  private final RecordInitializer initializer = this::fill;
  private Table table;
  private Row row;

  Loader(Protocol protocol, WorkerContext context, CommitListener listener) {
    this.protocol = protocol;
    this.context = context;
    this.listener = listener;
  }

  /** Adds a record whose key is a number. */
  public void load(Table intoTable, long key, Row withRow) {
    load(intoTable, key, null, withRow);
  }

  /**
   * Adds a record.
   *
   * @throws IllegalArgumentException if the table has the key, if the key is not of the table's
   *     kind, or if the row has another layout
   */
  public void load(Table intoTable, long key, byte[] rest, Row withRow) {
    intoTable.requireKey(key, rest);
    if (!withRow.isOf(intoTable.layout())) {
      throw new IllegalArgumentException("the row is of another layout: table=" + intoTable.name());
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
    if (listener != null) {
      try {
        listener.loaded(intoTable, key, rest, withRow);
      } catch (RuntimeException | Error e) {
        takeOut(intoTable, key, rest);
        throw e;
      }
    }
  }

  /**
   * Adds a record, or replaces the record that was loaded under its key.
   *
   * @throws IllegalStateException as {@link #remove}
   */
  public void put(Table intoTable, long key, byte[] rest, Row withRow) {
    remove(intoTable, key, rest);
    load(intoTable, key, rest, withRow);
  }

  /**
   * Removes the record that was loaded under a key, if there is such a record.
   *
   * @throws IllegalStateException if the worker has a listener, which would not learn of the
   *     removal
   */
  public void remove(Table fromTable, long key, byte[] rest) {
    if (listener != null) {
      throw new IllegalStateException(
          "a loader of a worker with a listener only adds records: table=" + fromTable.name());
    }
    takeOut(fromTable, key, rest);
  }

  private void takeOut(Table fromTable, long key, byte[] rest) {
    Index index = fromTable.index();
    int record = index.find(key, rest, observed);
    if (record == Index.NONE) {
      return;
    }
    if (index.remove(key, rest, record, 0)) {
      fromTable.removed(rest);
    }
    protocol.unload(fromTable, record, context);
    context.allocator(fromTable.records()).free(record);
  }

  private void fill(int record, long stamp) {
    protocol.load(table, record, row, context);
  }
}
