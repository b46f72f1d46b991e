package dev.yardmaster.benchmarks.workload.tpce.schema;

import dev.yardmaster.benchmarks.workload.tpce.rows.IndexEntry;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.AccountPermission;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.AnalyticHistory;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.Customer;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.CustomerAccount;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.CustomerTaxrate;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.Holding;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.HoldingHistory;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.HoldingSummary;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.WatchItem;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.WatchList;
import dev.yardmaster.engine.table.Table;

/** The tables of customers, their accounts and their positions, with the indexes of customers. */
public record CustomerTables(
    Table customer,
    Table byTaxId,
    Table account,
    Table accountsOf,
    Table permission,
    Table taxrate,
    Table watchList,
    Table watchItem,
    Table summary,
    Table holding,
    Table holdingHistory,
    Table holdingHistoryOf,
    Table analytic) {

  static CustomerTables create(TableFactory tables) {
    TpceSettings settings = tables.settings();
    return new CustomerTables(
        tables.hashed("customer", Customer.LAYOUT, settings.customers()),
        tables.hashed("customer-tax-id", IndexEntry.LAYOUT, settings.customers()),
        tables.hashed("customer-account", CustomerAccount.LAYOUT, settings.accounts()),
        tables.ordered(
            "customer-accounts",
            IndexEntry.LAYOUT,
            tables.byCustomer(TpceKeys.customerAccount(1, 0))),
        tables.hashed("account-permission", AccountPermission.LAYOUT, settings.accounts() * 2),
        tables.ordered(
            "customer-taxrate",
            CustomerTaxrate.LAYOUT,
            tables.byCustomer(TpceKeys.customerTaxrate(1, 0))),
        tables.hashed("watch-list", WatchList.LAYOUT, settings.customers()),
        tables.ordered("watch-item", WatchItem.LAYOUT, tables.byCustomer(TpceKeys.watchItem(1, 0))),
        tables.ordered(
            "holding-summary",
            HoldingSummary.LAYOUT,
            tables.byAccount(TpceKeys.holdingSummary(1, 0))),
        tables.ordered("holding", Holding.LAYOUT, tables.byAccount(TpceKeys.holding(1, 0, 0))),
        tables.ordered(
            "holding-history", HoldingHistory.LAYOUT, tables.byTrade(TpceKeys.trades(1, 0))),
        tables.ordered(
            "holding-history-of-trade", IndexEntry.LAYOUT, tables.byTrade(TpceKeys.trades(1, 0))),
        tables.hashed("analytic-history", AnalyticHistory.LAYOUT, tables.growing(0)));
  }
}
