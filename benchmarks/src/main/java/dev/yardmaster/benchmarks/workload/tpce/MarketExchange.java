package dev.yardmaster.benchmarks.workload.tpce;

import dev.yardmaster.benchmarks.workload.tpce.calls.MarketFeed;
import dev.yardmaster.benchmarks.workload.tpce.calls.TradeOrder;
import dev.yardmaster.benchmarks.workload.tpce.calls.TradeResult;

/**
 * The part of the market that a client plays (the standard's market exchange emulator). It has
 * three bounded queues, which only the client changes:
 *
 * <ul>
 *   <li>The <em>submitted</em> trades, which the client's trade-results complete, oldest first.
 *       They are its committed market orders, and the limit orders that its market-feeds have
 *       triggered, whichever client ordered them. An order or a feed runs only if the queue has
 *       room for what it may submit. A trade-result that does not commit puts its trade back.
 *   <li>The <em>waiting</em> limit orders of the client, whose prices its feeds bring about. If the
 *       queue is full, it forgets the oldest, which then waits for its price by chance.
 *   <li>The completed trades, whose prices its feeds publish. If the queue is full, it forgets the
 *       oldest.
 * </ul>
 *
 * <p>An instance is for use by one thread.
 */
final class MarketExchange {

  /** The room for submitted trades, which exceeds what all feeds in flight submit. */
  private static final int MOST_SUBMITTED = 1 << 13;

  private static final int MOST_WAITING = 1 << 10;
  private static final int MOST_COMPLETED = 1 << 6;
  private static final int SHARES = 100;

  /** A prime, so that the securities of feeds without orders cover all securities. */
  private static final int STRIDE = 7_919;

  private final int securities;
  private final PairQueue submitted = new PairQueue(MOST_SUBMITTED);
  private final PairQueue waiting = new PairQueue(MOST_WAITING);
  private final PairQueue completed = new PairQueue(MOST_COMPLETED);
  private int reserved;
  private int published;

  /**
   * Creates an exchange without trades.
   *
   * @param securities number of all securities
   * @param first the security that the first feed publishes if there are no orders
   */
  MarketExchange(int securities, int first) {
    this.securities = securities;
    published = first % securities;
  }

  /** Returns whether there is a trade for a trade-result. */
  boolean hasSubmitted() {
    return submitted.size() > 0;
  }

  /** Returns whether there is room for the trades of another order or feed. */
  boolean hasRoom() {
    return submitted.size() + reserved + MarketFeed.MOST_TRIGGERED <= MOST_SUBMITTED;
  }

  /** Reserves room for an order that begins. */
  void begin(TradeOrder order) {
    reserved++;
  }

  /** Accepts an order that has ended. */
  void ended(TradeOrder order, boolean committed) {
    reserved--;
    if (!committed) {
      return;
    }
    if (order.isMarket()) {
      submitted.add(order.number(), order.security());
    } else {
      waiting.addOrReplace(order.security(), (int) order.bidCents());
    }
  }

  /** Gives the oldest submitted trade to a result, and keeps its room. */
  void begin(TradeResult result) {
    result.takeTrade(submitted.first(), submitted.second());
    submitted.remove();
    reserved++;
  }

  /** Accepts a result that has ended. */
  void ended(TradeResult result, boolean committed) {
    reserved--;
    if (committed) {
      completed.addOrReplace(result.security(), result.priceCents());
    } else {
      submitted.add(result.number(), result.security());
    }
  }

  /**
   * Fills the tickers of a feed: up to half with completed trades, then with the prices of waiting
   * limit orders, and the rest with current prices of securities in turn.
   */
  void begin(MarketFeed feed) {
    reserved += MarketFeed.MOST_TRIGGERED;
    while (completed.size() > 0 && feed.tickers() < MarketFeed.TICKERS / 2) {
      feed.add(completed.first(), completed.second(), SHARES);
      completed.remove();
    }
    while (waiting.size() > 0 && feed.tickers() < MarketFeed.TICKERS) {
      feed.add(waiting.first(), waiting.second(), SHARES);
      waiting.remove();
    }
    while (feed.tickers() < MarketFeed.TICKERS) {
      published = (published + STRIDE) % securities;
      feed.addCurrent(published, SHARES);
    }
  }

  /** Accepts a feed that has ended. A feed that did not commit waits again with all its prices. */
  void ended(MarketFeed feed, boolean committed) {
    reserved -= MarketFeed.MOST_TRIGGERED;
    if (committed) {
      for (int i = 0; i < feed.triggered(); i++) {
        submitted.add(feed.trade(i), feed.triggeredSecurity(i));
      }
    } else {
      for (int i = 0; i < feed.tickers(); i++) {
        waiting.addOrReplace(feed.security(i), feed.cents(i));
      }
    }
  }
}
