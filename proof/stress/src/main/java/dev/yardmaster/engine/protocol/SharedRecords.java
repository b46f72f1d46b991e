package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.epoch.Epochs;
import dev.yardmaster.engine.table.DataSize;
import dev.yardmaster.engine.table.RecordAllocator;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A table that all iterations of a test share, because building a table for each iteration would
 * take too long. Every iteration uses separate records. The class is for protocols that store a row
 * inside its record.
 */
public final class SharedRecords {

  /**
   * The number of records; concurrent iterations need fewer. After the last record, the first
   * record is used again.
   */
  private static final int RECORDS = 1 << 16;

  /** The result of an aborted transaction; the versions of commits are higher. */
  public static final long ABORTED = 0;

  private final Protocol protocol;
  private final Table table;
  private final LongColumn[] columns;
  private final Row loaded;
  private final WorkerContext loader;
  private final AtomicInteger next = new AtomicInteger();

  /** Creates unused records with a number of columns. */
  public SharedRecords(Protocol protocol, int columns) {
    this.protocol = protocol;
    loader = worker(0);
    this.columns = new LongColumn[columns];
    RowLayout.Builder layout = RowLayout.columns();
    for (int i = 0; i < columns; i++) {
      this.columns[i] = layout.number("column" + i);
    }
    table =
        new Table(
            0,
            TableDefinition.hashed("shared", layout.build(), 1),
            protocol.recordWords(),
            protocol.versionWords(),
            protocol.hasRowsInRecords(),
            new DataSize());
    RecordAllocator allocator = new RecordAllocator(table.records());
    for (int i = 0; i < RECORDS; i++) {
      var unused = allocator.allocate();
    }
    loaded = Row.of(table.layout());
    fill(loaded, 1);
  }

  /** Sets all columns to a number. */
  public void fill(Row row, long number) {
    for (LongColumn column : columns) {
      row.setLong(column, number);
    }
  }

  /** Returns the number in a row's first column. */
  public long first(Row row) {
    return row.getLong(columns[0]);
  }

  /** Returns the number in a row's last column. */
  public long last(Row row) {
    return row.getLong(columns[columns.length - 1]);
  }

  /** Returns a record with 1 in all columns, in the state in which loading leaves a record. */
  public int take() {
    int record = next.getAndIncrement() & (RECORDS - 1);
    protocol.load(table, record, loaded, loader);
    return record;
  }

  /** Returns the records from which {@link #take} takes. */
  public Records records() {
    return table.records();
  }

  /** Returns a worker's access to a record, with which the worker's protocol can read or write. */
  public Access access(WorkerContext worker, int record) {
    return worker.accesses().add(table, record, record, null);
  }

  /**
   * Returns a new worker with the number 0 or 1. The worker spins while it waits. A worker is small
   * enough that each iteration can build one.
   */
  public WorkerContext worker(int number) {
    return new WorkerContext(
        number, protocol, new Epochs(2), new SuspendedTransactions(2), new SpinningPace(), 0);
  }

  /** Ends a transaction, and returns the version of its commit, or {@link #ABORTED}. */
  public static long commit(ConcurrencyControl control) {
    if (control.lock()) {
      long version = control.decide();
      if (control.check(version)) {
        control.commit(version);
        return version;
      }
    }
    control.abort();
    return ABORTED;
  }

  /** Ends a transaction, and returns whether it has committed. */
  public static boolean commits(ConcurrencyControl control) {
    return commit(control) != ABORTED;
  }
}
