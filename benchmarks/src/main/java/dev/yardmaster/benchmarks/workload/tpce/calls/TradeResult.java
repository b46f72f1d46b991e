package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.tpce.rows.IndexEntry;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Broker;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.CashTransaction;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Settlement;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Trade;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.Customer;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.CustomerAccount;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.Holding;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.HoldingHistory;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.HoldingSummary;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Security;
import dev.yardmaster.benchmarks.workload.tpce.schema.CashName;
import dev.yardmaster.benchmarks.workload.tpce.schema.LotMatching;
import dev.yardmaster.benchmarks.workload.tpce.schema.Rates;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceType;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeKind;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeStatus;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordTransaction;

/**
 * Completes a submitted trade: changes the position and its lots, and books commission, tax and
 * payment (clause 3.3.8).
 */
public final class TradeResult extends TpceCall {

  private static final int RECORDS = 20;
  private static final int DUE_DATE = 2;

  private final PositionLots lots;
  private final CustomerTaxes taxes;
  private final Commissions commissions;
  private final CashName cashName = new CashName();
  private final byte[] name = new byte[Security.NAME.maxBytes()];
  private int number;
  private int security;
  private long priceCents;
  private long quantity;

  TradeResult(TpceTables tables, TpceSettings settings) {
    super(TpceType.TRADE_RESULT, tables, settings);
    lots = new PositionLots(tables);
    taxes = new CustomerTaxes(tables);
    commissions = new Commissions(tables);
  }

  /** Does nothing, because a trade-result has no inputs apart from its type. */
  @Override
  public void take(int[] inputs, int at) {}

  /**
   * Sets which trade is to be completed. The price of the trade is the market's current price of
   * its security.
   */
  public void takeTrade(int trade, int ofSecurity) {
    number = trade;
    security = ofSecurity;
    priceCents = marketCents(ofSecurity);
  }

  @Override
  public void giveBackTo(TpceCalls pools) {
    pools.tradeResults.giveBack(this);
  }

  @Override
  public int records() {
    return RECORDS;
  }

  @Override
  public void declare(KeyHints keys) {
    keys.write(tables.brokers().trade(), number);
    keys.read(tables.market().security(), security);
  }

  @Override
  public void run(RecordTransaction transaction) {
    Row trade = update(transaction, tables.brokers().trade(), number);
    if (trade.getLong(Trade.ST_ID) != TradeStatus.SUBMITTED.id()) {
      throw new IllegalStateException(
          "a trade is completed only if it is submitted: trade="
              + number
              + ", status="
              + trade.getLong(Trade.ST_ID));
    }
    TradeKind kind = TradeKind.of(trade.getLong(Trade.TT_ID));
    int account = (int) trade.getLong(Trade.CA_ID);
    quantity = trade.getLong(Trade.QTY);
    boolean isCash = trade.getLong(Trade.IS_CASH) == 1;
    read(transaction, tables.brokers().type(), kind.ordinal());

    Row owned = read(transaction, tables.customers().account(), account);
    int customer = (int) owned.getLong(CustomerAccount.C_ID);
    long broker = owned.getLong(CustomerAccount.B_ID);
    long taxStatus = owned.getLong(CustomerAccount.TAX_ST);
    LotMatching matching =
        changePosition(
            transaction,
            account,
            kind.isSell() ? -quantity : quantity,
            trade.getLong(Trade.LIFO) == 1);
    long gainCents = matching.gainCents(kind.isSell(), priceCents);
    long taxCents =
        gainCents > 0 && taxStatus != Rates.NOT_TAXED
            ? Rates.taxCents(gainCents, taxes.rate(transaction, customer), taxStatus)
            : 0;

    Row traded = read(transaction, tables.market().security(), security);
    int tier =
        (int) read(transaction, tables.customers().customer(), customer).getLong(Customer.TIER);
    long rate =
        commissions.rate(
            transaction, tier, kind.ordinal(), (int) traded.getLong(Security.EX_ID), quantity);
    long commissionCents = Rates.commissionCents(rate, quantity, priceCents);
    trade.setLong(Trade.COMM, commissionCents);
    trade.setLong(Trade.TAX, taxCents);
    trade.setLong(Trade.DTS, date);
    trade.setLong(Trade.ST_ID, TradeStatus.COMPLETED.id());
    trade.setLong(Trade.TRADE_PRICE, priceCents);
    insertStep(transaction, number, TradeStatus.COMPLETED);
    Row credited = update(transaction, tables.brokers().broker(), broker);
    credited.addLong(Broker.COMM_TOTAL, commissionCents);
    credited.addLong(Broker.NUM_TRADES, 1);

    long feesCents = trade.getLong(Trade.CHRG) + commissionCents;
    long amountCents =
        Rates.settledCents(kind.isSell(), quantity * priceCents, feesCents, taxCents, taxStatus);
    settle(transaction, account, isCash, amountCents);
    if (isCash) {
      int nameLength = traded.getBytes(Security.NAME, name);
      Row cash = insert(transaction, tables.brokers().cash(), number);
      cash.setLong(CashTransaction.DTS, date);
      cash.setLong(CashTransaction.AMT, amountCents);
      cashName.put(cash, kind, quantity, name, nameLength);
    }
  }

  private LotMatching changePosition(
      RecordTransaction transaction, int account, long change, boolean isLifo) {
    Table summaries = tables.customers().summary();
    long key = TpceKeys.holdingSummary(account, security);
    Row summary = transaction.update(summaries, key);
    long position = summary == null ? 0 : summary.getLong(HoldingSummary.QTY);
    LotMatching matching = lots.match(transaction, account, security, position, change, isLifo);
    for (int i = 0; i < matching.lots(); i++) {
      changeLot(transaction, account, matching.trade(i), matching.before(i), matching.after(i));
    }
    if (matching.left() != 0) {
      changeLot(transaction, account, number, 0, matching.left());
    }
    if (summary == null) {
      insert(transaction, summaries, key).setLong(HoldingSummary.QTY, change);
    } else if (position + change != 0) {
      summary.addLong(HoldingSummary.QTY, change);
    } else {
      transaction.delete(summaries, key);
    }
    return matching;
  }

  private void changeLot(
      RecordTransaction transaction, int account, int lot, long before, long after) {
    Table holding = tables.customers().holding();
    long key = TpceKeys.holding(account, security, lot);
    if (after == 0) {
      transaction.delete(holding, key);
    } else if (before == 0) {
      Row opened = insert(transaction, holding, key);
      opened.setLong(Holding.DTS, date);
      opened.setLong(Holding.PRICE, priceCents);
      opened.setLong(Holding.QTY, after);
    } else {
      update(transaction, holding, key).setLong(Holding.QTY, after);
    }
    Row changed =
        insert(transaction, tables.customers().holdingHistory(), TpceKeys.trades(lot, number));
    changed.setLong(HoldingHistory.BEFORE_QTY, before);
    changed.setLong(HoldingHistory.AFTER_QTY, after);
    insert(transaction, tables.customers().holdingHistoryOf(), TpceKeys.trades(number, lot))
        .setLong(IndexEntry.NUMBER, lot);
  }

  private void settle(
      RecordTransaction transaction, int account, boolean isCash, long amountCents) {
    Row settlement = insert(transaction, tables.brokers().settlement(), number);
    settlement.setLong(Settlement.CASH_TYPE, isCash ? 1 : 0);
    settlement.setLong(Settlement.CASH_DUE_DATE, date + DUE_DATE);
    settlement.setLong(Settlement.AMT, amountCents);
    if (isCash) {
      update(transaction, tables.customers().account(), account)
          .addLong(CustomerAccount.BAL, amountCents);
    }
  }

  /** Returns the trade. */
  public int number() {
    return number;
  }

  /** Returns the security. */
  public int security() {
    return security;
  }

  /** Returns the price of the trade, in cents. */
  public int priceCents() {
    return (int) priceCents;
  }

  /** Returns the number of traded shares. */
  public int quantity() {
    return (int) quantity;
  }
}
