package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.records.CallPool;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceType;

/** The pools of a client's transactions, one for each type. For use by one thread. */
public final class TpceCalls {

  final CallPool<BrokerVolume> brokerVolumes;
  final CallPool<CustomerPosition> customerPositions;
  final CallPool<MarketFeed> marketFeeds;
  final CallPool<MarketWatch> marketWatches;
  final CallPool<SecurityDetail> securityDetails;
  final CallPool<TradeLookup> tradeLookups;
  final CallPool<TradeOrder> tradeOrders;
  final CallPool<TradeResult> tradeResults;
  final CallPool<TradeStatusCall> tradeStatuses;
  final CallPool<TradeUpdate> tradeUpdates;
  final CallPool<Analytic> analytics;

  /** Creates empty pools. */
  public TpceCalls(TpceTables tables, TpceSettings settings) {
    brokerVolumes = new CallPool<>(() -> new BrokerVolume(tables, settings));
    customerPositions = new CallPool<>(() -> new CustomerPosition(tables, settings));
    marketFeeds = new CallPool<>(() -> new MarketFeed(tables, settings));
    marketWatches = new CallPool<>(() -> new MarketWatch(tables, settings));
    securityDetails = new CallPool<>(() -> new SecurityDetail(tables, settings));
    tradeLookups = new CallPool<>(() -> new TradeLookup(tables, settings));
    tradeOrders = new CallPool<>(() -> new TradeOrder(tables, settings));
    tradeResults = new CallPool<>(() -> new TradeResult(tables, settings));
    tradeStatuses = new CallPool<>(() -> new TradeStatusCall(tables, settings));
    tradeUpdates = new CallPool<>(() -> new TradeUpdate(tables, settings));
    analytics = new CallPool<>(() -> new Analytic(tables, settings));
  }

  /** Returns an unused transaction object of a type. */
  public TpceCall take(TpceType type) {
    return switch (type) {
      case BROKER_VOLUME -> brokerVolumes.take();
      case CUSTOMER_POSITION -> customerPositions.take();
      case MARKET_FEED -> marketFeeds.take();
      case MARKET_WATCH -> marketWatches.take();
      case SECURITY_DETAIL -> securityDetails.take();
      case TRADE_LOOKUP -> tradeLookups.take();
      case TRADE_ORDER -> tradeOrders.take();
      case TRADE_RESULT -> tradeResults.take();
      case TRADE_STATUS -> tradeStatuses.take();
      case TRADE_UPDATE -> tradeUpdates.take();
      case ANALYTIC -> analytics.take();
    };
  }
}
