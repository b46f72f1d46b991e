package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.engine.protocol.TransactionGroup;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordTransaction;

/**
 * A TPC-C transaction, with its arguments and its own scratch memory. Dates are numbers that
 * increase with each of a client's transactions; 0 denotes no date.
 */
abstract class TpccCall implements RecordCall {

  /** The mean number of lines of an order. */
  static final int MEAN_LINES = (NewOrder.MIN_LINES + NewOrder.MAX_LINES) / 2;

  final TpccTables tables;
  private final TransactionGroup group;
  long date;

  /** Creates a transaction without a group. */
  TpccCall(TpccTables tables) {
    this(tables, TransactionGroup.NONE);
  }

  TpccCall(TpccTables tables, TransactionGroup group) {
    this.tables = tables;
    this.group = group;
  }

  @Override
  public final TransactionGroup group() {
    return group;
  }

  /**
   * Sets the arguments of the transaction.
   *
   * @param inputs arguments in the form of {@link TpccInputs}; the arguments of this transaction
   *     begin at the index {@code at}
   */
  abstract void take(int[] inputs, int at);

  /** Returns this call to the pool of its type. */
  abstract void giveBackTo(TpccCalls pools);

  /** Reads a row. The row exists, except in an attempt that cannot commit. */
  static Row read(RecordTransaction transaction, Table table, long key) {
    return there(transaction.read(table, key), table, key);
  }

  /** Reads a row for an update. The row exists, except in an attempt that cannot commit. */
  static Row update(RecordTransaction transaction, Table table, long key) {
    return there(transaction.update(table, key), table, key);
  }

  private static Row there(Row row, Table table, long key) {
    if (row == null) {
      throw new IllegalStateException("a record is missing: table=" + table + ", key=" + key);
    }
    return row;
  }

  /** Inserts a row. The key is free, except in an attempt that cannot commit. */
  static Row insert(RecordTransaction transaction, Table table, long key) {
    Row row = transaction.insert(table, key);
    if (row == null) {
      throw new IllegalStateException("a record exists already: table=" + table + ", key=" + key);
    }
    return row;
  }
}
