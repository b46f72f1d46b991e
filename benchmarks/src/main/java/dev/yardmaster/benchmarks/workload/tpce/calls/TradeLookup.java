package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.tpce.rows.IndexEntry;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Trade;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceType;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;

/**
 * Reads trades with their payments and steps, or the lots that a trade of an account has opened or
 * changed (clause 3.3.6).
 */
public final class TradeLookup extends TradesCall {

  private final RowVisitor eachLot = this::visitLot;
  private final RowVisitor each = (key, rest, row) -> true;
  private final Numbers lots = new Numbers();
  private int changes;

  TradeLookup(TpceTables tables, TpceSettings settings) {
    super(TpceType.TRADE_LOOKUP, tables, settings);
  }

  @Override
  public void giveBackTo(TpceCalls pools) {
    pools.tradeLookups.giveBack(this);
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  private boolean visitLot(long key, byte[] rest, Row row) {
    lots.add((int) row.getLong(IndexEntry.NUMBER));
    return true;
  }

  @Override
  public void run(RecordTransaction transaction) {
    find(transaction);
    if (frame() == LOTS) {
      readLots(transaction);
      return;
    }
    for (int i = 0; i < rows.count(); i++) {
      Row trade = read(transaction, tables.brokers().trade(), rows.get(i));
      read(transaction, tables.brokers().type(), trade.getLong(Trade.TT_ID));
      rows.readPayment(transaction, rows.get(i), trade);
      rows.readSteps(transaction, rows.get(i));
    }
  }

  private void readLots(RecordTransaction transaction) {
    lots.clear();
    changes = 0;
    if (rows.count() == 0) {
      return;
    }
    int trade = rows.get(0);
    var unused =
        transaction.scan(
            tables.customers().holdingHistoryOf(),
            TpceKeys.trades(trade, 0),
            TpceKeys.trades(trade + 1, 0),
            MAX_TRADES,
            eachLot);
    for (int i = 0; i < lots.size() && changes < MAX_TRADES; i++) {
      changes +=
          transaction.scan(
              tables.customers().holdingHistory(),
              TpceKeys.trades(lots.get(i), 0),
              TpceKeys.trades(lots.get(i) + 1, 0),
              MAX_TRADES - changes,
              each);
    }
  }

  /** Returns the number of trades that were read. */
  int trades() {
    return rows.count();
  }

  /** Returns the number of steps of the trades. */
  long steps() {
    return rows.steps();
  }

  /** Returns the number of changes of lots that were read. */
  int changes() {
    return changes;
  }
}
