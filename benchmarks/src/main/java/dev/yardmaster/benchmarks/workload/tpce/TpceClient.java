package dev.yardmaster.benchmarks.workload.tpce;

import dev.yardmaster.benchmarks.workload.records.DrawnInputs;
import dev.yardmaster.benchmarks.workload.records.InFlight;
import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.benchmarks.workload.records.RecordClient;
import dev.yardmaster.benchmarks.workload.tpce.calls.Analytic;
import dev.yardmaster.benchmarks.workload.tpce.calls.MarketFeed;
import dev.yardmaster.benchmarks.workload.tpce.calls.TpceCall;
import dev.yardmaster.benchmarks.workload.tpce.calls.TpceCalls;
import dev.yardmaster.benchmarks.workload.tpce.calls.TradeOrder;
import dev.yardmaster.benchmarks.workload.tpce.calls.TradeResult;
import dev.yardmaster.benchmarks.workload.tpce.check.CommittedCounts;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceType;

/**
 * A client of TPC-E, with its simulated part of the market. If no trade is submitted, the client
 * skips a drawn trade-result. If the queue of submitted trades has no room for an order or feed,
 * the client runs a trade-result instead.
 */
final class TpceClient implements RecordClient {

  private final int index;
  private final int loadedTrades;
  private final DrawnInputs drawn;
  private final TpceCalls calls;
  private final MarketExchange exchange;
  private final InFlight inFlight = new InFlight();
  private long begun;
  private long orders;
  private long marketOrders;
  private long limitOrders;
  private long triggered;
  private long results;
  private long analytics;

  TpceClient(TpceSettings settings, TpceTables tables, int index) {
    this.index = index;
    loadedTrades = settings.trades();
    drawn = TpceInputs.draw(settings, index);
    calls = new TpceCalls(tables, settings);
    exchange = new MarketExchange(settings.securities(), index);
  }

  @Override
  public RecordCall next() {
    inFlight.begin();
    begun++;
    int[] inputs = drawn.values();
    int at = drawn.next();
    TpceType type = typeAt(inputs, at);
    while (type == TpceType.TRADE_RESULT && !exchange.hasSubmitted()) {
      at = drawn.next();
      type = typeAt(inputs, at);
    }
    TpceCall call = calls.take(type);
    call.takeDate(loadedTrades + begun);
    call.take(inputs, at);
    begin(call);
    return call;
  }

  private TpceType typeAt(int[] inputs, int at) {
    TpceType type = TpceType.of(inputs[at]);
    boolean needsRoom = type == TpceType.TRADE_ORDER || type == TpceType.MARKET_FEED;
    return needsRoom && !exchange.hasRoom() ? TpceType.TRADE_RESULT : type;
  }

  private void begin(TpceCall call) {
    if (call instanceof TradeOrder order) {
      order.takeNumber(TpceKeys.submittedTrade(loadedTrades, index, orders));
      orders++;
      exchange.begin(order);
    } else if (call instanceof TradeResult result) {
      exchange.begin(result);
    } else if (call instanceof MarketFeed feed) {
      exchange.begin(feed);
    } else if (call instanceof Analytic analytic) {
      analytic.takeKey(TpceKeys.analytic(index, begun));
    }
  }

  @Override
  public void ended(RecordCall ended, boolean committed) {
    TpceCall call = (TpceCall) ended;
    if (call instanceof TradeOrder order) {
      exchange.ended(order, committed);
    } else if (call instanceof TradeResult result) {
      exchange.ended(result, committed);
    } else if (call instanceof MarketFeed feed) {
      exchange.ended(feed, committed);
    }
    if (committed) {
      count(call);
    }
    inFlight.end();
    call.giveBackTo(calls);
  }

  private void count(TpceCall call) {
    if (call instanceof TradeOrder order) {
      if (order.isMarket()) {
        marketOrders++;
      } else {
        limitOrders++;
      }
    } else if (call instanceof TradeResult) {
      results++;
    } else if (call instanceof MarketFeed feed) {
      triggered += feed.triggered();
    } else if (call instanceof Analytic) {
      analytics++;
    }
  }

  /** Returns how many transactions of each kind this client has begun and committed so far. */
  CommittedCounts counts() {
    return new CommittedCounts(
        index, begun, orders, marketOrders, limitOrders, triggered, results, analytics);
  }
}
