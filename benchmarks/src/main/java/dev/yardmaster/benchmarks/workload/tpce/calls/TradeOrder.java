package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.tpce.rows.IndexEntry;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Charge;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Trade;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.TradeRequest;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.AccountPermission;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.Customer;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.CustomerAccount;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.HoldingSummary;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.LastTrade;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Security;
import dev.yardmaster.benchmarks.workload.tpce.schema.Choices;
import dev.yardmaster.benchmarks.workload.tpce.schema.Customers;
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
import dev.yardmaster.engine.transaction.RecordTransaction;

/**
 * Orders the purchase or sale of a security (clause 3.3.7). A market order is submitted
 * immediately, and a limit order waits for its price. One order in 100 rolls back at its end.
 *
 * <pre>
 *   | type | account | executor | security | by company 0 or 1 | kind | shares | bid in percent of the
 *     price | LIFO 0 or 1 | cash 0 or 1 | rolls back 0 or 1 |       the executor is a customer
 * </pre>
 */
public final class TradeOrder extends TpceCall {

  private static final int RECORDS = 20;
  private static final int PERCENT = 100;

  private final PositionLots lots;
  private final Positions positions;
  private final CustomerTaxes taxes;
  private final Commissions commissions;
  private final byte[] name = new byte[Trade.EXEC_NAME.maxBytes()];
  private int number;
  private int account;
  private int executor;
  private int security;
  private boolean isByCompany;
  private TradeKind kind;
  private int quantity;
  private int bidPercent;
  private boolean isLifo;
  private boolean isCash;
  private boolean rollsBack;
  private long bidCents;
  private long estimatedTaxCents;
  private long assetsCents;

  TradeOrder(TpceTables tables, TpceSettings settings) {
    super(TpceType.TRADE_ORDER, tables, settings);
    lots = new PositionLots(tables);
    positions = new Positions(tables);
    taxes = new CustomerTaxes(tables);
    commissions = new Commissions(tables);
  }

  @Override
  public void take(int[] inputs, int at) {
    account = inputs[at + 1];
    executor = inputs[at + 2];
    security = inputs[at + 3];
    isByCompany = inputs[at + 4] == 1;
    kind = TradeKind.of(inputs[at + 5]);
    quantity = inputs[at + 6];
    bidPercent = inputs[at + 7];
    isLifo = inputs[at + 8] == 1;
    isCash = inputs[at + 9] == 1;
    rollsBack = inputs[at + 10] == 1;
  }

  /** Sets the number of the trade. */
  public void takeNumber(int newNumber) {
    number = newNumber;
  }

  @Override
  public void giveBackTo(TpceCalls pools) {
    pools.tradeOrders.giveBack(this);
  }

  @Override
  public int records() {
    return RECORDS;
  }

  @Override
  public void declare(KeyHints keys) {
    int customer = Customers.ofAccount(account);
    keys.read(tables.customers().account(), account);
    keys.read(tables.customers().customer(), customer);
    keys.read(tables.brokers().broker(), settings.brokerOf(customer));
    keys.read(tables.market().lastTrade(), security);
    keys.write(tables.brokers().trade(), number);
  }

  @Override
  public void run(RecordTransaction transaction) {
    Row owned = read(transaction, tables.customers().account(), account);
    int customer = (int) owned.getLong(CustomerAccount.C_ID);
    int broker = (int) owned.getLong(CustomerAccount.B_ID);
    long taxStatus = owned.getLong(CustomerAccount.TAX_ST);
    Row owner = read(transaction, tables.customers().customer(), customer);
    int tier = (int) owner.getLong(Customer.TIER);
    read(transaction, tables.brokers().broker(), broker);
    int nameLength = executorName(transaction, customer, owner);

    Row traded = findSecurity(transaction);
    int exchange = (int) traded.getLong(Security.EX_ID);
    read(transaction, tables.brokers().type(), kind.ordinal());
    Row last = read(transaction, tables.market().lastTrade(), security);
    long priceCents = last.getLong(LastTrade.PRICE);
    bidCents = kind.isMarket() ? priceCents : priceCents * bidPercent / PERCENT;
    estimateTax(transaction, customer, taxStatus);
    long rate = commissions.rate(transaction, tier, kind.ordinal(), exchange, quantity);
    long chargeCents =
        read(transaction, tables.brokers().charge(), TpceKeys.charge(kind.ordinal(), tier))
            .getLong(Charge.CHRG);
    if (!isCash) {
      positions.read(transaction, account);
      assetsCents = owned.getLong(CustomerAccount.BAL) + positions.valueCents(transaction);
    }
    insertTrade(
        transaction, Rates.commissionCents(rate, quantity, bidCents), chargeCents, nameLength);
    if (!kind.isMarket()) {
      insertRequest(transaction, broker);
    }
    if (rollsBack) {
      throw transaction.abort("the order was withdrawn");
    }
  }

  /** Reads the executor's name, and returns its length. */
  private int executorName(RecordTransaction transaction, int customer, Row owner) {
    if (executor == customer) {
      return joined(owner.getBytes(Customer.F_NAME, name), owner.getBytes(Customer.L_NAME));
    }
    long key = TpceKeys.permission(account, Choices.scattered(executor));
    Row permission = transaction.read(tables.customers().permission(), key);
    if (permission == null) {
      throw transaction.abort("the executor has no permission");
    }
    return joined(
        permission.getBytes(AccountPermission.F_NAME, name),
        permission.getBytes(AccountPermission.L_NAME));
  }

  private int joined(int firstLength, byte[] lastName) {
    name[firstLength] = ' ';
    System.arraycopy(lastName, 0, name, firstLength + 1, lastName.length);
    return firstLength + 1 + lastName.length;
  }

  /** Finds the security by symbol, or by company name and issue. */
  private Row findSecurity(RecordTransaction transaction) {
    int found = security;
    if (isByCompany) {
      int companies = settings.companies();
      long companyName = Choices.scattered(security % companies);
      Row company = read(transaction, tables.market().companyByName(), companyName);
      long key =
          TpceKeys.companySecurity((int) company.getLong(IndexEntry.NUMBER), security / companies);
      Row entry = read(transaction, tables.market().companySecurity(), key);
      found = (int) entry.getLong(IndexEntry.NUMBER);
    }
    Row row = read(transaction, tables.market().security(), found);
    read(transaction, tables.market().company(), row.getLong(Security.CO_ID));
    return row;
  }

  private void estimateTax(RecordTransaction transaction, int customer, long status) {
    long key = TpceKeys.holdingSummary(account, security);
    Row summary = transaction.read(tables.customers().summary(), key);
    long position = summary == null ? 0 : summary.getLong(HoldingSummary.QTY);
    LotMatching matching =
        lots.match(
            transaction, account, security, position, kind.isSell() ? -quantity : quantity, isLifo);
    long gain = matching.gainCents(kind.isSell(), bidCents);
    estimatedTaxCents =
        gain > 0 && status != Rates.NOT_TAXED
            ? Rates.taxCents(gain, taxes.rate(transaction, customer), status)
            : 0;
  }

  private void insertTrade(
      RecordTransaction transaction, long commissionCents, long chargeCents, int nameLength) {
    TradeStatus status = kind.isMarket() ? TradeStatus.SUBMITTED : TradeStatus.PENDING;
    Row trade = insert(transaction, tables.brokers().trade(), number);
    trade.setLong(Trade.DTS, date);
    trade.setLong(Trade.ST_ID, status.id());
    trade.setLong(Trade.TT_ID, kind.ordinal());
    trade.setLong(Trade.IS_CASH, isCash ? 1 : 0);
    trade.setLong(Trade.S_SYMB, security);
    trade.setLong(Trade.QTY, quantity);
    trade.setLong(Trade.BID_PRICE, bidCents);
    trade.setLong(Trade.CA_ID, account);
    trade.setBytes(Trade.EXEC_NAME, name, nameLength);
    trade.setLong(Trade.CHRG, chargeCents);
    trade.setLong(Trade.COMM, commissionCents);
    trade.setLong(Trade.LIFO, isLifo ? 1 : 0);
    insert(transaction, tables.brokers().accountTrade(), TpceKeys.accountTrade(account, number))
        .setLong(IndexEntry.NUMBER, number);
    insert(transaction, tables.brokers().securityTrade(), TpceKeys.securityTrade(security, number))
        .setLong(IndexEntry.NUMBER, number);
    insertStep(transaction, number, status);
  }

  private void insertRequest(RecordTransaction transaction, int broker) {
    Row request =
        insert(transaction, tables.brokers().request(), TpceKeys.securityTrade(security, number));
    request.setLong(TradeRequest.TT_ID, kind.ordinal());
    request.setLong(TradeRequest.QTY, quantity);
    request.setLong(TradeRequest.BID_PRICE, bidCents);
    request.setLong(TradeRequest.B_ID, broker);
    insert(transaction, tables.brokers().requestOf(), TpceKeys.brokerRequest(broker, number))
        .setLong(IndexEntry.NUMBER, security);
  }

  /** Returns the number of the trade. */
  public int number() {
    return number;
  }

  /** Returns the security. */
  public int security() {
    return security;
  }

  /** Returns whether the order is submitted immediately. */
  public boolean isMarket() {
    return kind.isMarket();
  }

  /** Returns the price of a share that the order requests, in cents. */
  public long bidCents() {
    return bidCents;
  }

  /** Returns the tax that the customer would pay, in cents. */
  long estimatedTaxCents() {
    return estimatedTaxCents;
  }

  /** Returns the assets of the account before a trade on margin, in cents. */
  long assetsCents() {
    return assetsCents;
  }
}
