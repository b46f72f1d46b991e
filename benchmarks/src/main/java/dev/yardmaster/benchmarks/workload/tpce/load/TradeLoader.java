package dev.yardmaster.benchmarks.workload.tpce.load;

import dev.yardmaster.benchmarks.workload.records.RecordSink;
import dev.yardmaster.benchmarks.workload.tpce.rows.IndexEntry;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.CashTransaction;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Settlement;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Trade;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.TradeHistory;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.Holding;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.HoldingHistory;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.HoldingSummary;
import dev.yardmaster.benchmarks.workload.tpce.schema.CashName;
import dev.yardmaster.benchmarks.workload.tpce.schema.Choices;
import dev.yardmaster.benchmarks.workload.tpce.schema.Customers;
import dev.yardmaster.benchmarks.workload.tpce.schema.LotMatching;
import dev.yardmaster.benchmarks.workload.tpce.schema.OrderShares;
import dev.yardmaster.benchmarks.workload.tpce.schema.Prices;
import dev.yardmaster.benchmarks.workload.tpce.schema.Rates;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeKind;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeStatus;
import dev.yardmaster.engine.table.Row;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Loads the completed trades of customers, with the resulting positions and balances. The
 * customers' slots ({@code Customers} explains them) take turns, so that each customer's trades are
 * distributed over all initial trading days. An instance is for use by one thread.
 */
final class TradeLoader {

  private static final int DUE_DATE = 2;
  private static final byte[] EXECUTOR = "First Last".getBytes(StandardCharsets.US_ASCII);

  private final TpceSettings settings;
  private final TpceTables tables;
  private final RecordSink into;
  private final LotMatching matching = new LotMatching();
  private final CashName cashName = new CashName();
  private final List<Map<Integer, LoadedPosition>> positions = new ArrayList<>();
  private final long[] balanceCents = new long[Customers.PATTERN];
  private final byte[][] names;
  private final Row trade = Row.of(Trade.LAYOUT);
  private final Row history = Row.of(TradeHistory.LAYOUT);
  private final Row settlement = Row.of(Settlement.LAYOUT);
  private final Row cash = Row.of(CashTransaction.LAYOUT);
  private final Row lots = Row.of(HoldingHistory.LAYOUT);
  private final Row holding = Row.of(Holding.LAYOUT);
  private final Row summary = Row.of(HoldingSummary.LAYOUT);
  private final Row entry = Row.of(IndexEntry.LAYOUT);
  private SplittableRandom random;
  private int owner;
  private long taxRate;
  private long count;
  private long commissionCents;

  TradeLoader(TpceSettings settings, TpceTables tables, RecordSink into) {
    this.settings = settings;
    this.tables = tables;
    this.into = into;
    names = new byte[settings.securities()][];
    for (int i = 0; i < names.length; i++) {
      names[i] = Names.of("Security", i);
    }
  }

  /** Returns the number of trades that were loaded so far. */
  long count() {
    return count;
  }

  /** Returns the commission of the trades that were loaded so far, in cents. */
  long commissionCents() {
    return commissionCents;
  }

  /**
   * Returns the balance of one of the last customer's accounts after the loaded trades.
   *
   * @param account index among the customer's accounts, counted from 0
   */
  long balanceCents(int account) {
    return balanceCents[account];
  }

  /** Loads a customer's trades and positions. */
  void load(int customer, SplittableRandom choices) {
    owner = customer;
    random = choices;
    positions.clear();
    taxRate = 0;
    for (int i = 0; i < Rates.TAXES_OF_CUSTOMER; i++) {
      taxRate += Rates.tax(Rates.taxId(customer, i));
    }
    int first = Customers.firstAccount(customer);
    for (int i = 0; i < Customers.accounts(customer); i++) {
      positions.add(new TreeMap<>());
      balanceCents[i] = Rates.openingCents(first + i);
    }
    int slot = Customers.firstSlot(customer);
    for (long turn = 0; turn < settings.trades(); turn += settings.slots()) {
      for (int i = 0; i < Customers.tier(customer); i++) {
        if (turn + slot + i < settings.trades()) {
          loadTrade((int) turn + slot + i);
        }
      }
    }
    for (int i = 0; i < positions.size(); i++) {
      int account = first + i;
      positions.get(i).forEach((security, position) -> loadPosition(account, security, position));
    }
  }

  private void loadTrade(int number) {
    int place = random.nextInt(positions.size());
    int account = Customers.firstAccount(owner) + place;
    int security =
        Choices.security(
            account, random.nextInt(Choices.securitiesOf(account)), settings.securities());
    TradeKind kind = OrderShares.kind(random);
    long quantity = OrderShares.quantity(random);
    boolean isLifo = OrderShares.isLifo(random);
    boolean isCash = OrderShares.isCash(random);
    long price = Prices.cents(security, number / settings.slots());
    long date = number;
    positions
        .get(place)
        .computeIfAbsent(security, none -> new LoadedPosition())
        .trade(
            matching,
            isLifo,
            new LoadedPosition.Lot(number, date, price, kind.isSell() ? -quantity : quantity));
    loadHoldingHistory(number);

    long status = Rates.taxStatus(account);
    long tax = Rates.taxCents(matching.gainCents(kind.isSell(), price), taxRate, status);
    int tier = Customers.tier(owner);
    int rate =
        Rates.commission(tier, kind.ordinal(), Rates.exchangeOf(security), Rates.rangeOf(quantity));
    long commission = Rates.commissionCents(rate, quantity, price);
    long charge = Rates.charge(kind.ordinal(), tier);
    count++;
    commissionCents += commission;

    trade.setLong(Trade.DTS, date);
    trade.setLong(Trade.ST_ID, TradeStatus.COMPLETED.id());
    trade.setLong(Trade.TT_ID, kind.ordinal());
    trade.setLong(Trade.IS_CASH, isCash ? 1 : 0);
    trade.setLong(Trade.S_SYMB, security);
    trade.setLong(Trade.QTY, quantity);
    trade.setLong(Trade.BID_PRICE, price);
    trade.setLong(Trade.CA_ID, account);
    trade.setBytes(Trade.EXEC_NAME, EXECUTOR);
    trade.setLong(Trade.TRADE_PRICE, price);
    trade.setLong(Trade.CHRG, charge);
    trade.setLong(Trade.COMM, commission);
    trade.setLong(Trade.TAX, tax);
    trade.setLong(Trade.LIFO, isLifo ? 1 : 0);
    into.load(tables.brokers().trade(), number, trade);
    loadIndexes(number, account, security);
    loadSteps(number, kind, date);

    long amount =
        Rates.settledCents(kind.isSell(), quantity * price, charge + commission, tax, status);
    settlement.setLong(Settlement.CASH_TYPE, isCash ? 1 : 0);
    settlement.setLong(Settlement.CASH_DUE_DATE, date + DUE_DATE);
    settlement.setLong(Settlement.AMT, amount);
    into.load(tables.brokers().settlement(), number, settlement);
    if (isCash) {
      balanceCents[place] += amount;
      cash.setLong(CashTransaction.DTS, date);
      cash.setLong(CashTransaction.AMT, amount);
      cashName.put(cash, kind, quantity, names[security], names[security].length);
      into.load(tables.brokers().cash(), number, cash);
    }
  }

  private void loadHoldingHistory(int number) {
    for (int i = 0; i < matching.lots(); i++) {
      loadHoldingHistory(matching.trade(i), number, matching.before(i), matching.after(i));
    }
    if (matching.left() != 0) {
      loadHoldingHistory(number, number, 0, matching.left());
    }
  }

  private void loadHoldingHistory(int lot, int number, long before, long after) {
    lots.setLong(HoldingHistory.BEFORE_QTY, before);
    lots.setLong(HoldingHistory.AFTER_QTY, after);
    into.load(tables.customers().holdingHistory(), TpceKeys.trades(lot, number), lots);
    entry.setLong(IndexEntry.NUMBER, lot);
    into.load(tables.customers().holdingHistoryOf(), TpceKeys.trades(number, lot), entry);
  }

  private void loadIndexes(int number, int account, int security) {
    entry.setLong(IndexEntry.NUMBER, number);
    into.load(tables.brokers().accountTrade(), TpceKeys.accountTrade(account, number), entry);
    into.load(tables.brokers().securityTrade(), TpceKeys.securityTrade(security, number), entry);
  }

  private void loadSteps(int number, TradeKind kind, long date) {
    history.setLong(TradeHistory.DTS, date);
    if (!kind.isMarket()) {
      loadStep(number, TradeStatus.PENDING);
    }
    loadStep(number, TradeStatus.SUBMITTED);
    loadStep(number, TradeStatus.COMPLETED);
  }

  private void loadStep(int number, TradeStatus status) {
    into.load(tables.brokers().history(), TpceKeys.tradeHistory(number, status.id()), history);
  }

  private void loadPosition(int account, int security, LoadedPosition position) {
    for (LoadedPosition.Lot lot : position.lots()) {
      holding.setLong(Holding.DTS, lot.date());
      holding.setLong(Holding.PRICE, lot.priceCents());
      holding.setLong(Holding.QTY, lot.quantity());
      into.load(
          tables.customers().holding(), TpceKeys.holding(account, security, lot.trade()), holding);
    }
    if (position.quantity() != 0) {
      summary.setLong(HoldingSummary.QTY, position.quantity());
      into.load(tables.customers().summary(), TpceKeys.holdingSummary(account, security), summary);
    }
  }
}
