package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.tpce.rows.customer.Holding;
import dev.yardmaster.benchmarks.workload.tpce.schema.LotMatching;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;

/**
 * Matches a trade with the lots of a position. An instance is scratch memory of one transaction.
 */
final class PositionLots {

  private final TpceTables tables;
  private final LotMatching matching = new LotMatching();
  private final RowVisitor each = this::visit;

  PositionLots(TpceTables tables) {
    this.tables = tables;
  }

  private boolean visit(long key, byte[] rest, Row row) {
    return matching.offer(
        TpceKeys.lastTradeOf(key), row.getLong(Holding.QTY), row.getLong(Holding.PRICE));
  }

  /**
   * Matches a trade, and returns the result, which is valid until the next call.
   *
   * @param position shares of the position before the trade; negative in a short position
   * @param quantity bought shares; negative for a sale
   */
  LotMatching match(
      RecordTransaction transaction,
      int account,
      int security,
      long position,
      long quantity,
      boolean isLifo) {
    matching.begin(quantity);
    if (matching.matches(position)) {
      Table holding = tables.customers().holding();
      long from = TpceKeys.holding(account, security, 0);
      long to = TpceKeys.holding(account, security + 1, 0);
      if (isLifo) {
        var unused = transaction.scanBackward(holding, from, to, Integer.MAX_VALUE, each);
      } else {
        var unused = transaction.scan(holding, from, to, Integer.MAX_VALUE, each);
      }
    }
    return matching;
  }
}
