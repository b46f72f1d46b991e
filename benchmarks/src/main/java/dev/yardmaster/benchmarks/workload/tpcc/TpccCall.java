package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordTransaction;

/**
 * A TPC-C transaction, with its arguments and its own scratch memory. Dates are numbers that rise
 * with a client's transactions; 0 is none.
 */
abstract class TpccCall implements RecordCall {

  final TpccTables tables;
  long date;

  TpccCall(TpccTables tables) {
    this.tables = tables;
  }

  /**
   * Takes arguments.
   *
   * @param inputs in the form of {@link TpccInputs}; the transaction's begin at {@code at}
   */
  abstract void take(int[] inputs, int at);

  /** Returns it to the pool of its type. */
  abstract void giveBackTo(TpccCalls pools);

  /** Reads a row that always exists, except in a run that cannot commit. */
  static Row read(RecordTransaction transaction, Table table, long key) {
    return there(transaction.read(table, key), table, key);
  }

  /** Reads such a row for an update. */
  static Row update(RecordTransaction transaction, Table table, long key) {
    return there(transaction.update(table, key), table, key);
  }

  private static Row there(Row row, Table table, long key) {
    if (row == null) {
      throw new IllegalStateException("a record is missing: table=" + table + ", key=" + key);
    }
    return row;
  }

  /** Inserts a row under a free key; the key may be taken only in a run that cannot commit. */
  static Row insert(RecordTransaction transaction, Table table, long key) {
    Row row = transaction.insert(table, key);
    if (row == null) {
      throw new IllegalStateException("a record exists already: table=" + table + ", key=" + key);
    }
    return row;
  }
}
