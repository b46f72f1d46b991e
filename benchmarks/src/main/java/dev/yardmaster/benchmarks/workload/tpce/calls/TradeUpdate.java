package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Settlement;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Trade;
import dev.yardmaster.benchmarks.workload.tpce.schema.CashName;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceType;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;

/**
 * Reads trades as {@link TradeLookup} does, and corrects them (clause 3.3.10): for listed trades
 * the executor's name, for an account's trades the kind of settlement, and for a security's trades
 * the name of the cash transactions.
 */
public final class TradeUpdate extends TradesCall {

  private static final int FIRST_TYPES = 2;

  private final CashName cashName = new CashName();
  private final byte[] executor = new byte[Trade.EXEC_NAME.maxBytes()];

  TradeUpdate(TpceTables tables, TpceSettings settings) {
    super(TpceType.TRADE_UPDATE, tables, settings);
  }

  @Override
  public void giveBackTo(TpceCalls pools) {
    pools.tradeUpdates.giveBack(this);
  }

  @Override
  public void declare(KeyHints keys) {
    if (frame() == LISTED) {
      for (int i = 0; i < rows.count(); i++) {
        keys.write(tables.brokers().trade(), rows.get(i));
      }
    }
  }

  @Override
  public void run(RecordTransaction transaction) {
    find(transaction);
    for (int i = 0; i < rows.count(); i++) {
      correct(transaction, rows.get(i));
    }
  }

  private void correct(RecordTransaction transaction, int number) {
    Row trade;
    if (frame() == LISTED) {
      trade = update(transaction, tables.brokers().trade(), number);
      toggleExecutor(trade);
    } else {
      trade = read(transaction, tables.brokers().trade(), number);
    }
    if (TradeRows.isCompleted(trade)) {
      if (frame() == OF_ACCOUNT) {
        Row settlement = update(transaction, tables.brokers().settlement(), number);
        toggleSettlement(settlement, trade.getLong(Trade.IS_CASH));
      } else if (frame() == OF_SECURITY && trade.getLong(Trade.IS_CASH) == 1) {
        cashName.toggle(update(transaction, tables.brokers().cash(), number));
      }
    }
    rows.readPayment(transaction, number, trade);
    rows.readSteps(transaction, number);
  }

  /** Inserts an X between first and last name, or removes the X. */
  private void toggleExecutor(Row trade) {
    int length = trade.getBytes(Trade.EXEC_NAME, executor);
    int space = 0;
    while (space < length && executor[space] != ' ') {
      space++;
    }
    boolean isMarked =
        space + 2 < length && executor[space + 1] == 'X' && executor[space + 2] == ' ';
    if (isMarked) {
      System.arraycopy(executor, space + 2, executor, space, length - space - 2);
      trade.setBytes(Trade.EXEC_NAME, executor, length - 2);
    } else if (space < length && length + 2 <= executor.length) {
      System.arraycopy(executor, space, executor, space + 2, length - space);
      executor[space] = ' ';
      executor[space + 1] = 'X';
      trade.setBytes(Trade.EXEC_NAME, executor, length + 2);
    }
  }

  /**
   * Swaps the kinds 0 and 2, or 1 and 3, so that an even kind remains even and an odd kind remains
   * odd.
   */
  private static void toggleSettlement(Row settlement, long isCash) {
    long type = settlement.getLong(Settlement.CASH_TYPE);
    settlement.setLong(Settlement.CASH_TYPE, type >= FIRST_TYPES ? isCash : isCash + FIRST_TYPES);
  }
}
