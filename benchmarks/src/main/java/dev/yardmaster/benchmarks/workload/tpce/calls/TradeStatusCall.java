package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Trade;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.CustomerAccount;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Security;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceType;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;

/**
 * Reads the status of an account's last 50 trades (clause 3.3.9).
 *
 * <pre>
 *   | type | account |
 * </pre>
 */
public final class TradeStatusCall extends TpceCall {

  private static final int MAX_TRADES = 50;
  private static final int RECORDS_OF_TRADE = 5;

  private final TradeRows trades;
  private int account;
  private int completed;

  TradeStatusCall(TpceTables tables, TpceSettings settings) {
    super(TpceType.TRADE_STATUS, tables, settings);
    trades = new TradeRows(tables);
  }

  @Override
  public void take(int[] inputs, int at) {
    account = inputs[at + 1];
  }

  @Override
  public void giveBackTo(TpceCalls pools) {
    pools.tradeStatuses.giveBack(this);
  }

  @Override
  public int records() {
    return RECORDS_OF_TRADE * MAX_TRADES;
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  @Override
  public void declare(KeyHints keys) {
    keys.read(tables.customers().account(), account);
  }

  @Override
  public void run(RecordTransaction transaction) {
    completed = 0;
    trades.findLastOfAccount(transaction, account, MAX_TRADES);
    for (int i = 0; i < trades.count(); i++) {
      Row trade = read(transaction, tables.brokers().trade(), trades.get(i));
      completed += TradeRows.isCompleted(trade) ? 1 : 0;
      read(transaction, tables.reference().status(), trade.getLong(Trade.ST_ID));
      read(transaction, tables.brokers().type(), trade.getLong(Trade.TT_ID));
      Row security = read(transaction, tables.market().security(), trade.getLong(Trade.S_SYMB));
      read(transaction, tables.market().exchange(), security.getLong(Security.EX_ID));
    }
    Row owned = read(transaction, tables.customers().account(), account);
    read(transaction, tables.customers().customer(), owned.getLong(CustomerAccount.C_ID));
    read(transaction, tables.brokers().broker(), owned.getLong(CustomerAccount.B_ID));
  }

  /** Returns the number of trades that were read. */
  int trades() {
    return trades.count();
  }

  /** Returns the number of completed trades among these. */
  int completed() {
    return completed;
  }
}
