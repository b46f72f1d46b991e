package dev.yardmaster.benchmarks.workload.tpce;

import dev.yardmaster.benchmarks.workload.tpce.calls.MarketFeed;
import dev.yardmaster.benchmarks.workload.tpce.calls.TradeOrder;
import dev.yardmaster.benchmarks.workload.tpce.calls.TradeResult;

/**
 * The part of the market that a client simulates (the standard's market exchange emulator). The
 * exchange has three bounded queues, which only the client changes:
 *
 * <ul>
 *   <li>The <em>submitted</em> trades, which the client's trade-results complete, oldest first. The
 *       queue contains this client's committed market orders, and the limit orders of all clients
 *       that this client's market-feeds have triggered. An order or a feed runs only if the queue
 *       has room for all trades that the order or feed may submit. If a trade-result does not
 *       commit, its trade returns to the queue.
 *   <li>The <em>waiting</em> limit orders of the client, whose prices the client's market-feeds
 *       publish. If the queue is full, the exchange drops the oldest order. The trade of this order
 *       then waits until some feed publishes its price by chance.
 *   <li>The completed trades, whose prices the client's market-feeds publish. If the queue is full,
 *       the exchange drops the oldest trade.
 * </ul>
 *
 * <p>An instance is for use by one thread.
 */
final class MarketExchange {

  /** The capacity for submitted trades, which is more than all feeds in flight can submit. */
  private static final int MAX_SUBMITTED = 1 << 13;

  private static final int MAX_WAITING = 1 << 10;
  private static final int MAX_COMPLETED = 1 << 6;
  private static final int SHARES = 100;

  /**
   * The step between the securities of feeds; it is a prime, so that feeds without orders cover all
   * securities.
   */
  private static final int STRIDE = 7_919;

  private final int securities;
  private final PairQueue submitted = new PairQueue(MAX_SUBMITTED);
  private final PairQueue waiting = new PairQueue(MAX_WAITING);
  private final PairQueue completed = new PairQueue(MAX_COMPLETED);
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

  /** Returns whether there is a submitted trade for a trade-result. */
  boolean hasSubmitted() {
    return submitted.size() > 0;
  }

  /** Returns whether the queue has room for the trades of another order or feed. */
  boolean hasRoom() {
    return submitted.size() + reserved + MarketFeed.MAX_TRIGGERED <= MAX_SUBMITTED;
  }

  /** Reserves room in the queue for the trade of an order that begins. */
  void begin(TradeOrder order) {
    reserved++;
  }

  /**
   * Releases the room that was reserved for an order, and queues the order if the transaction
   * committed.
   */
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

  /**
   * Gives the oldest submitted trade to a trade-result, and keeps the trade's room in the queue
   * reserved.
   */
  void begin(TradeResult result) {
    result.takeTrade(submitted.first(), submitted.second());
    submitted.remove();
    reserved++;
  }

  /**
   * Releases the room that was reserved for a trade-result. If the transaction committed, its trade
   * enters the queue of completed trades; otherwise the trade returns to the queue of submitted
   * trades.
   */
  void ended(TradeResult result, boolean committed) {
    reserved--;
    if (committed) {
      completed.addOrReplace(result.security(), result.priceCents());
    } else {
      submitted.add(result.number(), result.security());
    }
  }

  /**
   * Fills the tickers of a feed in this order: completed trades, up to half of the tickers; waiting
   * limit orders at their prices; other securities at their current prices.
   */
  void begin(MarketFeed feed) {
    reserved += MarketFeed.MAX_TRIGGERED;
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

  /**
   * Releases the room that was reserved for a feed, and queues the limit orders that the feed has
   * submitted. If the feed did not commit, all its prices enter the queue of waiting orders, so
   * that a later feed publishes them.
   */
  void ended(MarketFeed feed, boolean committed) {
    reserved -= MarketFeed.MAX_TRIGGERED;
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
