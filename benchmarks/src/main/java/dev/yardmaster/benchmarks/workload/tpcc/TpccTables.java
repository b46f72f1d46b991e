package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;

/**
 * The nine tables, and two that find customers and orders. What is looked up by ranges is ordered,
 * the rest hashed. All are partitioned by warehouse but two: items, which nobody writes, and
 * histories, whose keys tell the client.
 */
record TpccTables(
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

  static TpccTables create(Database database, TpccSettings settings) {
    int customers = size(settings.allCustomers());
    int growing = size(settings.allCustomers() + settings.expectedTransactions());
    return new TpccTables(
        hashed(
            database,
            "warehouse",
            Warehouse.LAYOUT,
            settings.warehouses(),
            TpccKeys::partitionOfWarehouse),
        hashed(
            database,
            "district",
            District.LAYOUT,
            settings.allDistricts(),
            TpccKeys::partitionOfDistrict),
        hashed(database, "customer", Customer.LAYOUT, customers, TpccKeys::partitionOfCustomer),
        ordered(database, "customer-name", CustomerName.LAYOUT, TpccKeys::partitionOfCustomerName),
        database.create(TableDefinition.hashed("history", History.LAYOUT, growing)),
        ordered(database, "new-order", NewOrders.LAYOUT, TpccKeys::partitionOfOrder),
        hashed(database, "order", Orders.LAYOUT, growing, TpccKeys::partitionOfOrder),
        ordered(
            database, "customer-order", CustomerOrder.LAYOUT, TpccKeys::partitionOfCustomerOrder),
        ordered(database, "order-line", OrderLine.LAYOUT, TpccKeys::partitionOfOrderLine),
        database.create(TableDefinition.hashed("item", Item.LAYOUT, settings.items())),
        hashed(
            database,
            "stock",
            Stock.LAYOUT,
            size((long) settings.warehouses() * settings.items()),
            TpccKeys::partitionOfStock));
  }

  private static int size(long records) {
    return (int) Math.min(records, Integer.MAX_VALUE);
  }

  /** Gives the partition of a key that is a number. */
  private interface PartitionOfKey {
    int of(long key);
  }

  private static Table hashed(
      Database database, String name, RowLayout layout, int records, PartitionOfKey partition) {
    return database.create(
        TableDefinition.hashed(name, layout, records)
            .partitionedBy((key, rest) -> partition.of(key)));
  }

  private static Table ordered(
      Database database, String name, RowLayout layout, PartitionOfKey partition) {
    return database.create(
        TableDefinition.ordered(name, layout).partitionedBy((key, rest) -> partition.of(key)));
  }
}
