package dev.yardmaster.benchmarks.workload.tpcc.calls;

import dev.yardmaster.benchmarks.workload.records.CallPool;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccMix;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;

/** A client's pools of calls, one pool for each type of transaction. */
public final class TpccCalls {

  final CallPool<NewOrder> newOrders;
  final CallPool<Payment> payments;
  final CallPool<OrderStatus> orderStatuses;
  final CallPool<Delivery> deliveries;
  final CallPool<StockLevel> stockLevels;
  final CallPool<TopShopper> topShoppers;

  public TpccCalls(TpccTables tables, TpccSettings settings) {
    TpccGroups groups = TpccGroups.of(tables);
    newOrders = new CallPool<>(() -> new NewOrder(tables, groups.ordering()));
    payments = new CallPool<>(() -> new Payment(tables, groups.ordering()));
    orderStatuses = new CallPool<>(() -> new OrderStatus(tables));
    deliveries =
        new CallPool<>(() -> new Delivery(tables, settings.districts(), groups.delivery()));
    stockLevels = new CallPool<>(() -> new StockLevel(tables, settings.stockLevel()));
    topShoppers = new CallPool<>(() -> new TopShopper(tables, settings.scanLength()));
  }

  public TpccCall take(int type) {
    return switch (type) {
      case TpccMix.NEW_ORDER -> newOrders.take();
      case TpccMix.PAYMENT -> payments.take();
      case TpccMix.ORDER_STATUS -> orderStatuses.take();
      case TpccMix.DELIVERY -> deliveries.take();
      case TpccMix.TOP_SHOPPER -> topShoppers.take();
      default -> stockLevels.take();
    };
  }
}
