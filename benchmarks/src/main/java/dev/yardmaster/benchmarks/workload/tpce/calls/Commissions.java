package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.tpce.rows.broker.CommissionRate;
import dev.yardmaster.benchmarks.workload.tpce.schema.Rates;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;

/** Finds the commission rate of a trade. An instance is scratch memory of one transaction. */
final class Commissions {

  private final TpceTables tables;
  private final RowVisitor each = this::visit;
  private long quantity;
  private long rate;

  Commissions(TpceTables tables) {
    this.tables = tables;
  }

  private boolean visit(long key, byte[] rest, Row row) {
    rate = row.getLong(CommissionRate.RATE);
    return quantity > row.getLong(CommissionRate.TO_QTY);
  }

  /** Returns the rate, in ten-thousandths of the trade's value. */
  long rate(RecordTransaction transaction, int tier, int kind, int exchange, long ofQuantity) {
    quantity = ofQuantity;
    long first = TpceKeys.commissionRate(tier, kind, exchange, 0);
    var unused =
        transaction.scan(
            tables.brokers().commission(),
            first,
            first + Rates.COMMISSION_RANGES,
            Integer.MAX_VALUE,
            each);
    return rate;
  }
}
