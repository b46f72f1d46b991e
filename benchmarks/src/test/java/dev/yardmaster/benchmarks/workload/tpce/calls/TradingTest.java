package dev.yardmaster.benchmarks.workload.tpce.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.tpce.load.TpceLoader;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Broker;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Settlement;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Trade;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.AnalyticHistory;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.CustomerAccount;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.HoldingSummary;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.LastTrade;
import dev.yardmaster.benchmarks.workload.tpce.schema.Choices;
import dev.yardmaster.benchmarks.workload.tpce.schema.Customers;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceMix;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceType;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeKind;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeStatus;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Examples of single transactions: an order, the price that triggers the order, the trade-result,
 * and transactions that read the trade.
 */
class TradingTest {

  private static final int ACCOUNT = 7;
  private static final int CUSTOMER = Customers.ofAccount(ACCOUNT);
  private static final int SECURITY = 3;

  private final TpceSettings settings = TpceSettings.small(20, 1_000, TpceMix.HYBRID, 5);
  private final int trade = settings.trades();
  private TpceTables tables;
  private TpceCalls calls;
  private Worker worker;

  @BeforeEach
  void load() {
    Database database = new Database(Protocols.named("silo", 1), 1);
    tables = TpceTables.create(database, settings);
    calls = new TpceCalls(tables, settings);
    worker = database.worker(0, new ThreadPace(System::nanoTime));
    new TpceLoader(settings, tables, worker.loader()::load).load(0, 1);
  }

  private boolean run(TpceCall call) {
    call.takeDate(1);
    var unused = worker.run(call);
    return worker.failure() == null;
  }

  private long read(Table table, long key, ToLongFunction<Row> column) {
    long[] found = new long[1];
    var unused =
        worker.run(
            transaction -> {
              var row = transaction.read(table, key);
              found[0] = row == null ? Long.MIN_VALUE : column.applyAsLong(row);
            });
    return found[0];
  }

  private boolean order(TradeKind kind, int executor, boolean byCompany, boolean rollsBack) {
    TradeOrder order = (TradeOrder) calls.take(TpceType.TRADE_ORDER);
    order.take(
        new int[] {
          TpceType.TRADE_ORDER.ordinal(),
          ACCOUNT,
          executor,
          SECURITY,
          byCompany ? 1 : 0,
          kind.ordinal(),
          100,
          95,
          0,
          1,
          rollsBack ? 1 : 0
        },
        0);
    order.takeNumber(trade);
    return run(order);
  }

  private long status() {
    return read(tables.brokers().trade(), trade, row -> row.getLong(Trade.ST_ID));
  }

  private long position() {
    long key = TpceKeys.holdingSummary(ACCOUNT, SECURITY);
    long shares = read(tables.customers().summary(), key, row -> row.getLong(HoldingSummary.QTY));
    return shares == Long.MIN_VALUE ? 0 : shares;
  }

  private long balance() {
    return read(tables.customers().account(), ACCOUNT, row -> row.getLong(CustomerAccount.BAL));
  }

  @Test
  void aMarketOrderIsCompletedAtTheMarketsPrice() {
    long sharesBefore = position();
    long balanceBefore = balance();
    int broker = settings.brokerOf(CUSTOMER);
    long tradesBefore =
        read(tables.brokers().broker(), broker, row -> row.getLong(Broker.NUM_TRADES));
    assertTrue(order(TradeKind.MARKET_BUY, CUSTOMER, true, false));
    assertEquals(TradeStatus.SUBMITTED.id(), status());
    assertEquals(sharesBefore, position());

    TradeResult result = (TradeResult) calls.take(TpceType.TRADE_RESULT);
    result.takeTrade(trade, SECURITY);
    assertTrue(run(result));
    assertEquals(TradeStatus.COMPLETED.id(), status());
    assertEquals(sharesBefore + 100, position());
    long paid = read(tables.brokers().settlement(), trade, row -> row.getLong(Settlement.AMT));
    assertTrue(paid < -100L * result.priceCents(), paid + " cents, with fees");
    assertEquals(balanceBefore + paid, balance());
    assertEquals(
        tradesBefore + 1,
        read(tables.brokers().broker(), broker, row -> row.getLong(Broker.NUM_TRADES)));
  }

  @Test
  void aLimitOrderWaitsForItsPrice() {
    assertTrue(order(TradeKind.LIMIT_BUY, CUSTOMER, false, false));
    assertEquals(TradeStatus.PENDING.id(), status());
    long last = read(tables.market().lastTrade(), SECURITY, row -> row.getLong(LastTrade.PRICE));
    long bid = last * 95 / 100;
    assertEquals(0, feed((int) bid + 1));
    assertEquals(TradeStatus.PENDING.id(), status());
    assertEquals(1, feed((int) bid));
    assertEquals(TradeStatus.SUBMITTED.id(), status());
    assertEquals(0, feed((int) bid));
    assertEquals(
        bid, read(tables.market().lastTrade(), SECURITY, row -> row.getLong(LastTrade.PRICE)));
  }

  private int feed(int cents) {
    MarketFeed feed = (MarketFeed) calls.take(TpceType.MARKET_FEED);
    feed.take(new int[1], 0);
    feed.add(SECURITY, cents, 100);
    assertTrue(run(feed));
    return feed.triggered();
  }

  @Test
  void anOrderThatRollsBackLeavesNoTrade() {
    assertFalse(order(TradeKind.MARKET_SELL, CUSTOMER, true, true));
    assertEquals(Long.MIN_VALUE, status());
  }

  @Test
  void onlyPermittedPersonsOrder() {
    int stranger = 0;
    while (stranger == CUSTOMER || isOther(stranger)) {
      stranger++;
    }
    assertFalse(order(TradeKind.MARKET_BUY, stranger, false, false));
    assertNotNull(worker.failure());
    assertTrue(worker.failure().getMessage().contains("permission"), worker.failure().toString());
  }

  private boolean isOther(int person) {
    for (int i = 0; i < Choices.othersOf(ACCOUNT); i++) {
      if (Choices.other(ACCOUNT, i, settings.customers()) == person) {
        return true;
      }
    }
    return false;
  }

  @Test
  void brokersHaveTheVolumeOfTheirLimitOrders() {
    long none = volume();
    assertTrue(order(TradeKind.LIMIT_BUY, CUSTOMER, false, false));
    long bid = read(tables.brokers().trade(), trade, row -> row.getLong(Trade.BID_PRICE));
    assertEquals(none + 100 * bid, volume());
  }

  /** Returns the volume of all brokers in all sectors, in cents. */
  private long volume() {
    long sum = 0;
    for (int sector = 0; sector < 12; sector++) {
      BrokerVolume volume = (BrokerVolume) calls.take(TpceType.BROKER_VOLUME);
      volume.take(
          new int[] {
            TpceType.BROKER_VOLUME.ordinal(), sector, 2, Choices.scattered(0), Choices.scattered(1)
          },
          0);
      assertTrue(run(volume));
      sum += volume.volumeCents();
    }
    return sum;
  }

  @Test
  void anAnalyticTransactionAddsUpAllPositionsOfItsGroup() {
    int first = 10;
    long[] expected = new long[1];
    var unused =
        worker.run(
            transaction -> {
              expected[0] = 0;
              for (int a = first; a < first + settings.groupAccounts(); a++) {
                for (int s = 0; s < settings.securities(); s++) {
                  var held =
                      transaction.read(tables.customers().summary(), TpceKeys.holdingSummary(a, s));
                  var last = transaction.read(tables.market().lastTrade(), s);
                  expected[0] +=
                      held == null
                          ? 0
                          : held.getLong(HoldingSummary.QTY) * last.getLong(LastTrade.PRICE);
                }
              }
            });
    assertNull(worker.failure());
    Analytic analytic = (Analytic) calls.take(TpceType.ANALYTIC);
    analytic.take(new int[] {TpceType.ANALYTIC.ordinal(), first}, 0);
    long key = TpceKeys.analytic(0, 1);
    analytic.takeKey(key);
    assertTrue(run(analytic));
    assertEquals(expected[0], analytic.assetsCents());
    assertEquals(
        expected[0],
        read(tables.customers().analytic(), key, row -> row.getLong(AnalyticHistory.ASSETS)));
  }

  @Test
  void lookupsReadTheStepsOfTrades() {
    TradeLookup lookup = (TradeLookup) calls.take(TpceType.TRADE_LOOKUP);
    lookup.take(new int[] {TpceType.TRADE_LOOKUP.ordinal(), TradesCall.LISTED, 3, 0, 1, 2}, 0);
    assertTrue(run(lookup));
    assertEquals(3, lookup.trades());
    assertTrue(lookup.steps() >= 6 && lookup.steps() <= 9, lookup.steps() + " steps");
    TradeStatusCall status = (TradeStatusCall) calls.take(TpceType.TRADE_STATUS);
    status.take(new int[] {TpceType.TRADE_STATUS.ordinal(), ACCOUNT}, 0);
    assertTrue(run(status));
    assertEquals(status.trades(), status.completed(), "loaded trades are completed");
  }
}
