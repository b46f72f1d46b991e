package dev.yardmaster.benchmarks.workload.tpcc.schema;

import dev.yardmaster.benchmarks.workload.tpcc.rows.Customer;
import dev.yardmaster.benchmarks.workload.tpcc.rows.CustomerName;
import dev.yardmaster.benchmarks.workload.tpcc.rows.CustomerOrder;
import dev.yardmaster.benchmarks.workload.tpcc.rows.District;
import dev.yardmaster.benchmarks.workload.tpcc.rows.History;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Item;
import dev.yardmaster.benchmarks.workload.tpcc.rows.NewOrders;
import dev.yardmaster.benchmarks.workload.tpcc.rows.OrderLine;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Orders;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Stock;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Warehouse;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;

/**
 * The nine tables of the standard, and two index tables that find customers and orders. Tables that
 * are read by ranges are ordered, and the others are hashed. The table of customers is ordered only
 * if the mix scans it.
 */
public record TpccTables(
    Table warehouse,
    Table district,
    Table customer,
    Table customerName,
    Table history,
    Table newOrder,
    Table order,
    Table customerOrder,
    Table orderLine,
    Table item,
    Table stock) {

  public static TpccTables create(Database database, TpccSettings settings) {
    int customers = size(settings.allCustomers());
    int growing = size(settings.allCustomers() + settings.expectedTransactions());
    return new TpccTables(
        hashed(database, "warehouse", Warehouse.LAYOUT, settings.warehouses()),
        hashed(database, "district", District.LAYOUT, settings.allDistricts()),
        settings.mix().scansCustomers()
            ? ordered(database, "customer", Customer.LAYOUT, settings.customerRanges())
            : hashed(database, "customer", Customer.LAYOUT, customers),
        ordered(
            database,
            "customer-name",
            CustomerName.LAYOUT,
            byDistrict(
                settings, TpccKeys.customerName(1, 1, 0, 0), TpccKeys.customerName(1, 2, 0, 0))),
        hashed(database, "history", History.LAYOUT, growing),
        ordered(
            database,
            "new-order",
            NewOrders.LAYOUT,
            byDistrict(settings, TpccKeys.order(1, 1, 0), TpccKeys.order(1, 2, 0))),
        hashed(database, "order", Orders.LAYOUT, growing),
        ordered(database, "customer-order", CustomerOrder.LAYOUT, customerOrderRanges(settings)),
        ordered(
            database,
            "order-line",
            OrderLine.LAYOUT,
            byDistrict(settings, TpccKeys.orderLine(1, 1, 0, 0), TpccKeys.orderLine(1, 2, 0, 0))),
        hashed(database, "item", Item.LAYOUT, settings.items()),
        hashed(
            database,
            "stock",
            Stock.LAYOUT,
            size((long) settings.warehouses() * settings.items())));
  }

  /**
   * Returns logical ranges, one for each district number that a warehouse can have. With these
   * ranges, the validation of a scan in one district does not see writes in another district.
   *
   * @param first the least key of the first district
   * @param second the least key of the second district
   */
  private static KeyRanges byDistrict(TpccSettings settings, long first, long second) {
    return new KeyRanges(
        first,
        second - first,
        Math.toIntExact(TpccKeys.district(settings.warehouses() + 1, 1) - TpccKeys.district(1, 1)));
  }

  private static KeyRanges customerOrderRanges(TpccSettings settings) {
    long first = TpccKeys.customerOrder(1, 1, 1, 0);
    long keys = TpccKeys.customerOrder(1, 2, 1, 0) - first;
    return new KeyRanges(first, keys, settings.warehouses() * TpccKeys.MAX_DISTRICT);
  }

  private static int size(long records) {
    return (int) Math.min(records, Integer.MAX_VALUE);
  }

  private static Table hashed(Database database, String name, RowLayout layout, int records) {
    return database.create(TableDefinition.hashed(name, layout, records));
  }

  private static Table ordered(Database database, String name, RowLayout layout, KeyRanges ranges) {
    return database.create(TableDefinition.ordered(name, layout).dividedInto(ranges));
  }
}
