package dev.yardmaster.benchmarks.workload.tpce;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.SecondaryIndex;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;

/** A transaction that forwards its reads to another transaction. Subclasses define the writes. */
abstract class ForwardingTransaction implements RecordTransaction {

  final RecordTransaction transaction;

  ForwardingTransaction(RecordTransaction transaction) {
    this.transaction = transaction;
  }

  @Override
  public Row read(Table table, long key, byte[] rest) {
    return transaction.read(table, key, rest);
  }

  @Override
  public int scan(
      Table table,
      long from,
      byte[] fromRest,
      long to,
      byte[] toRest,
      int limit,
      boolean backward,
      RowVisitor visitor) {
    return transaction.scan(table, from, fromRest, to, toRest, limit, backward, visitor);
  }

  @Override
  public int scan(
      SecondaryIndex index,
      byte[] from,
      byte[] to,
      int limit,
      boolean backward,
      RowVisitor visitor) {
    return transaction.scan(index, from, to, limit, backward, visitor);
  }

  @Override
  public RuntimeException abort(String reason) {
    return transaction.abort(reason);
  }
}
