package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordTransaction;

/**
 * A transaction that expects certain rows to exist or to be missing. A read throws an {@link
 * IllegalStateException} if its row is missing, and an insert if its row already exists.
 */
public abstract class RowCall implements RecordCall {

  /** Creates a transaction. */
  protected RowCall() {}

  /** Reads a row. The row must exist, except in an attempt that cannot commit. */
  public static Row read(RecordTransaction transaction, Table table, long key) {
    return there(transaction.read(table, key), table, key);
  }

  /** Reads a row for an update. The row must exist, except in an attempt that cannot commit. */
  public static Row update(RecordTransaction transaction, Table table, long key) {
    return there(transaction.update(table, key), table, key);
  }

  private static Row there(Row row, Table table, long key) {
    if (row == null) {
      throw new IllegalStateException("a record is missing: table=" + table + ", key=" + key);
    }
    return row;
  }

  /** Inserts a row. The row must not exist, except in an attempt that cannot commit. */
  public static Row insert(RecordTransaction transaction, Table table, long key) {
    Row row = transaction.insert(table, key);
    if (row == null) {
      throw new IllegalStateException("a record exists already: table=" + table + ", key=" + key);
    }
    return row;
  }
}
