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
 * Reads trades with their payments and steps (clause 3.3.6): listed ones, or those of an account or
 * of a security from a trade on; or the lots that the trade of an account has opened and changed.
 *
 * <pre>
 *   listed          | type | 0 | count | trade | ...
 *   of an account   | type | 1 | account | first trade |
 *   of a security   | type | 2 | security | first trade |
 *   lots            | type | 3 | account | first trade |
 * </pre>
 */
public final class TradeLookup extends TpceCall {

  /** The frame that reads listed trades. */
  public static final int LISTED = 0;

  /** The frame that reads the trades of an account. */
  public static final int OF_ACCOUNT = 1;

  /** The frame that reads the trades of a security. */
  public static final int OF_SECURITY = 2;

  /** The frame that reads the history of lots. */
  public static final int LOTS = 3;

  private static final int RECORDS_OF_TRADE = 6;

  private final RowVisitor eachLot = this::visitLot;
  private final RowVisitor each = (key, rest, row) -> true;
  private final Numbers lots = new Numbers();
  private final TradeRows rows;
  private int frame;
  private int first;
  private int second;
  private int changes;

  TradeLookup(TpceTables tables, TpceSettings settings) {
    super(TpceType.TRADE_LOOKUP, tables, settings);
    rows = new TradeRows(tables);
  }

  @Override
  public void take(int[] inputs, int at) {
    frame = inputs[at + 1];
    first = inputs[at + 2];
    rows.clear();
    if (frame == LISTED) {
      for (int i = 0; i < first; i++) {
        rows.add(inputs[at + 3 + i]);
      }
    } else {
      second = inputs[at + 3];
    }
  }

  @Override
  public void giveBackTo(TpceCalls pools) {
    pools.tradeLookups.giveBack(this);
  }

  @Override
  public int records() {
    return RECORDS_OF_TRADE * TradeRows.MOST;
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
    rows.begin();
    if (frame == OF_ACCOUNT) {
      rows.clear();
      rows.findOfAccount(transaction, first, second, TradeRows.MOST);
    } else if (frame == OF_SECURITY) {
      rows.clear();
      rows.findOfSecurity(transaction, first, second, TradeRows.MOST);
    } else if (frame == LOTS) {
      rows.clear();
      rows.findOfAccount(transaction, first, second, 1);
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
            TradeRows.MOST,
            eachLot);
    for (int i = 0; i < lots.size() && changes < TradeRows.MOST; i++) {
      changes +=
          transaction.scan(
              tables.customers().holdingHistory(),
              TpceKeys.trades(lots.get(i), 0),
              TpceKeys.trades(lots.get(i) + 1, 0),
              TradeRows.MOST - changes,
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
