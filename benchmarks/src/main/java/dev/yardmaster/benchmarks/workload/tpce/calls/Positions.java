package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.records.RowCall;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.HoldingSummary;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.LastTrade;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;

/**
 * The positions of an account, and their total value. The scan of the positions ends before the
 * first row of LAST_TRADE is read. An instance is scratch memory of one transaction.
 */
final class Positions {

  private final TpceTables tables;
  private final Numbers securities = new Numbers();
  private final Numbers quantities = new Numbers();
  private final RowVisitor each = this::visit;

  Positions(TpceTables tables) {
    this.tables = tables;
  }

  private boolean visit(long key, byte[] rest, Row row) {
    securities.add(TpceKeys.lastSecurityOf(key));
    quantities.add((int) row.getLong(HoldingSummary.QTY));
    return true;
  }

  /** Reads the positions of an account. */
  void read(RecordTransaction transaction, int account) {
    securities.clear();
    quantities.clear();
    var unused =
        transaction.scan(
            tables.customers().summary(),
            TpceKeys.holdingSummary(account, 0),
            TpceKeys.holdingSummary(account + 1, 0),
            Integer.MAX_VALUE,
            each);
  }

  /** Returns the value of the positions at the last prices, in cents. */
  long valueCents(RecordTransaction transaction) {
    long value = 0;
    for (int i = 0; i < securities.size(); i++) {
      Row last = RowCall.read(transaction, tables.market().lastTrade(), securities.get(i));
      value += last.getLong(LastTrade.PRICE) * quantities.get(i);
    }
    return value;
  }

  /** Returns the securities of these positions. */
  Numbers securities() {
    return securities;
  }
}
