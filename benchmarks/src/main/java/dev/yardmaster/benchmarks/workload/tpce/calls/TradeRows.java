package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.records.RowCall;
import dev.yardmaster.benchmarks.workload.tpce.rows.IndexEntry;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.CashTransaction;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Settlement;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Trade;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeStatus;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;

/**
 * Reads rows for trade-lookup and trade-update: the trades in a range, and the rows that belong to
 * a trade. An instance is scratch memory of one transaction.
 */
final class TradeRows {

  private final TpceTables tables;
  private final Numbers trades = new Numbers();
  private final RowVisitor eachTrade = this::visitTrade;
  private final RowVisitor eachStep = this::visitStep;
  private long steps;
  private long paidCents;

  TradeRows(TpceTables tables) {
    this.tables = tables;
  }

  /** Removes all trades. */
  void clear() {
    trades.clear();
  }

  /** Discards the counts of an earlier attempt. */
  void begin() {
    steps = 0;
    paidCents = 0;
  }

  private boolean visitTrade(long key, byte[] rest, Row row) {
    trades.add((int) row.getLong(IndexEntry.NUMBER));
    return true;
  }

  private boolean visitStep(long key, byte[] rest, Row row) {
    steps++;
    return true;
  }

  /** Adds a trade. */
  void add(int trade) {
    trades.add(trade);
  }

  /** Finds an account's trades, beginning with the given trade, up to a limit. */
  void findOfAccount(RecordTransaction transaction, int account, int from, int limit) {
    trades.clear();
    var unused =
        transaction.scan(
            tables.brokers().accountTrade(),
            TpceKeys.accountTrade(account, from),
            TpceKeys.accountTrade(account + 1, 0),
            limit,
            eachTrade);
  }

  /** Finds a security's trades, beginning with the given trade, up to a limit. */
  void findOfSecurity(RecordTransaction transaction, int security, int from, int limit) {
    trades.clear();
    var unused =
        transaction.scan(
            tables.brokers().securityTrade(),
            TpceKeys.securityTrade(security, from),
            TpceKeys.securityTrade(security + 1, 0),
            limit,
            eachTrade);
  }

  /** Finds an account's last trades, newest first. */
  void findLastOfAccount(RecordTransaction transaction, int account, int limit) {
    trades.clear();
    var unused =
        transaction.scanBackward(
            tables.brokers().accountTrade(),
            TpceKeys.accountTrade(account, 0),
            TpceKeys.accountTrade(account + 1, 0),
            limit,
            eachTrade);
  }

  int count() {
    return trades.size();
  }

  int get(int index) {
    return trades.get(index);
  }

  /**
   * If the trade is completed, reads the settlement and, for a cash trade, the cash transaction.
   */
  void readPayment(RecordTransaction transaction, int trade, Row row) {
    if (isCompleted(row)) {
      Row settlement = RowCall.read(transaction, tables.brokers().settlement(), trade);
      paidCents += settlement.getLong(Settlement.AMT);
      if (row.getLong(Trade.IS_CASH) == 1) {
        Row cash = RowCall.read(transaction, tables.brokers().cash(), trade);
        paidCents += cash.getLong(CashTransaction.AMT);
      }
    }
  }

  static boolean isCompleted(Row trade) {
    return trade.getLong(Trade.ST_ID) == TradeStatus.COMPLETED.id();
  }

  /** Reads the steps of a trade. */
  void readSteps(RecordTransaction transaction, int trade) {
    var unused =
        transaction.scan(
            tables.brokers().history(),
            TpceKeys.tradeHistory(trade, 0),
            TpceKeys.tradeHistory(trade + 1, 0),
            Integer.MAX_VALUE,
            eachStep);
  }

  /** Returns the number of steps that were read. */
  long steps() {
    return steps;
  }

  /** Returns the sum of the amounts that were read, in cents. */
  long paidCents() {
    return paidCents;
  }
}
