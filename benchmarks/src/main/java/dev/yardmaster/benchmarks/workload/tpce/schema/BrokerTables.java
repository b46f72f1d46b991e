package dev.yardmaster.benchmarks.workload.tpce.schema;

import dev.yardmaster.benchmarks.workload.tpce.rows.IndexEntry;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Broker;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.CashTransaction;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Charge;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.CommissionRate;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Settlement;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Trade;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.TradeHistory;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.TradeRequest;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.TradeType;
import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Table;

/** The tables of brokers and trades, with the indexes of trades. */
public record BrokerTables(
    Table broker,
    Table byName,
    Table trade,
    Table accountTrade,
    Table securityTrade,
    Table history,
    Table request,
    Table requestOf,
    Table settlement,
    Table cash,
    Table type,
    Table charge,
    Table commission) {

  static BrokerTables create(TableFactory tables) {
    TpceSettings settings = tables.settings();
    return new BrokerTables(
        tables.hashed("broker", Broker.LAYOUT, settings.brokers()),
        tables.hashed("broker-name", IndexEntry.LAYOUT, settings.brokers()),
        tables.hashed("trade", Trade.LAYOUT, tables.growing(settings.trades())),
        tables.ordered(
            "account-trades", IndexEntry.LAYOUT, tables.byAccount(TpceKeys.accountTrade(1, 0))),
        tables.ordered(
            "security-trades", IndexEntry.LAYOUT, tables.bySecurity(TpceKeys.securityTrade(1, 0))),
        tables.ordered(
            "trade-history", TradeHistory.LAYOUT, tables.byTrade(TpceKeys.tradeHistory(1, 0))),
        tables.ordered(
            "trade-request", TradeRequest.LAYOUT, tables.bySecurity(TpceKeys.securityTrade(1, 0))),
        tables.ordered(
            "broker-requests", IndexEntry.LAYOUT, tables.byBroker(TpceKeys.brokerRequest(1, 0))),
        tables.hashed("settlement", Settlement.LAYOUT, tables.growing(settings.trades())),
        tables.hashed(
            "cash-transaction", CashTransaction.LAYOUT, tables.growing(settings.trades())),
        tables.hashed("trade-type", TradeType.LAYOUT, TradeKind.values().length),
        tables.hashed("charge", Charge.LAYOUT, 3 * TradeKind.values().length),
        tables.ordered("commission-rate", CommissionRate.LAYOUT, KeyRanges.ONE));
  }
}
