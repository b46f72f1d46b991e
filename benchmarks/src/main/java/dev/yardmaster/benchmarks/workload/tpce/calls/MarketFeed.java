package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Trade;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.TradeRequest;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.LastTrade;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceType;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeKind;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeStatus;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;

/**
 * Sets the last prices of some securities, and submits the limit orders that the prices trigger
 * (clause 3.3.3). The standard commits after each security; here all securities are one
 * transaction.
 */
public final class MarketFeed extends TpceCall {

  /** The maximum number of tickers. */
  public static final int TICKERS = 20;

  /**
   * The maximum number of orders that one feed submits; the remaining orders wait for a later feed.
   */
  public static final int MAX_TRIGGERED = 100;

  private static final int RECORDS_OF_TICKER = 3;

  private final RowVisitor each = this::visitRequest;
  private final int[] securities = new int[TICKERS];
  private final int[] cents = new int[TICKERS];
  private final int[] quantities = new int[TICKERS];
  private final Numbers trades = new Numbers();
  private final Numbers tradedSecurities = new Numbers();
  private final Numbers brokers = new Numbers();
  private int tickers;
  private int priceCents;

  MarketFeed(TpceTables tables, TpceSettings settings) {
    super(TpceType.MARKET_FEED, tables, settings);
  }

  /** Removes all tickers; apart from its type, a feed has no inputs. */
  @Override
  public void take(int[] inputs, int at) {
    tickers = 0;
  }

  /** Adds a security with its price and the number of traded shares. */
  public void add(int security, int newCents, int quantity) {
    securities[tickers] = security;
    cents[tickers] = newCents;
    quantities[tickers] = quantity;
    tickers++;
  }

  /** Adds a security with the market's current price. */
  public void addCurrent(int security, int quantity) {
    add(security, marketCents(security), quantity);
  }

  /** Returns the number of tickers. */
  public int tickers() {
    return tickers;
  }

  /** Returns the security of a ticker. */
  public int security(int ticker) {
    return securities[ticker];
  }

  /** Returns the price of a ticker, in cents. */
  public int cents(int ticker) {
    return cents[ticker];
  }

  @Override
  public void giveBackTo(TpceCalls pools) {
    pools.marketFeeds.giveBack(this);
  }

  @Override
  public int records() {
    return RECORDS_OF_TICKER * tickers;
  }

  @Override
  public void declare(KeyHints keys) {
    for (int i = 0; i < tickers; i++) {
      keys.write(tables.market().lastTrade(), securities[i]);
    }
  }

  private boolean visitRequest(long key, byte[] rest, Row row) {
    TradeKind kind = TradeKind.of(row.getLong(TradeRequest.TT_ID));
    if (kind.isTriggered(row.getLong(TradeRequest.BID_PRICE), priceCents)) {
      trades.add(TpceKeys.lastTradeOf(key));
      tradedSecurities.add(TpceKeys.securityOfTrade(key));
      brokers.add((int) row.getLong(TradeRequest.B_ID));
    }
    return trades.size() < MAX_TRIGGERED;
  }

  @Override
  public void run(RecordTransaction transaction) {
    trades.clear();
    tradedSecurities.clear();
    brokers.clear();
    for (int i = 0; i < tickers; i++) {
      Row last = update(transaction, tables.market().lastTrade(), securities[i]);
      last.setLong(LastTrade.PRICE, cents[i]);
      last.addLong(LastTrade.VOL, quantities[i]);
      last.setLong(LastTrade.DTS, date);
      int submitted = trades.size();
      if (submitted < MAX_TRIGGERED) {
        priceCents = cents[i];
        var unused =
            transaction.scan(
                tables.brokers().request(),
                TpceKeys.securityTrade(securities[i], 0),
                TpceKeys.securityTrade(securities[i] + 1, 0),
                Integer.MAX_VALUE,
                each);
      }
      for (int j = submitted; j < trades.size(); j++) {
        submit(transaction, j);
      }
    }
  }

  private void submit(RecordTransaction transaction, int index) {
    int number = trades.get(index);
    Row trade = update(transaction, tables.brokers().trade(), number);
    trade.setLong(Trade.ST_ID, TradeStatus.SUBMITTED.id());
    trade.setLong(Trade.DTS, date);
    transaction.delete(
        tables.brokers().request(), TpceKeys.securityTrade(tradedSecurities.get(index), number));
    transaction.delete(
        tables.brokers().requestOf(), TpceKeys.brokerRequest(brokers.get(index), number));
    insertStep(transaction, number, TradeStatus.SUBMITTED);
  }

  /** Returns the number of orders that the feed has submitted. */
  public int triggered() {
    return trades.size();
  }

  /** Returns the security of a submitted order. */
  public int triggeredSecurity(int index) {
    return tradedSecurities.get(index);
  }

  /** Returns the trade of a submitted order. */
  public int trade(int index) {
    return trades.get(index);
  }
}
