package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.Table;

/**
 * Partitions TPC-C's tables: the rows of a warehouse form a partition. Items belong to no
 * partition. A history row of a payment belongs to the home warehouse of its client, even if each
 * transaction draws its home.
 *
 * @param count the number of warehouses
 */
record Warehouses(int count) implements Partitioning {

  @Override
  public int of(Table table, long key, byte[] rest) {
    return switch (table.name()) {
      case "warehouse" -> (int) key - 1;
      case "district" -> TpccKeys.warehouseOfDistrict(key) - 1;
      case "customer" -> TpccKeys.warehouseOfCustomer(key) - 1;
      case "customer-name" -> TpccKeys.warehouseOfName(key) - 1;
      case "history" -> ofHistory(key);
      case "new-order", "order" -> TpccKeys.warehouseOfOrder(key) - 1;
      case "customer-order" -> TpccKeys.warehouseOfCustomerOrder(key) - 1;
      case "order-line" -> TpccKeys.warehouseOfLine(key) - 1;
      case "stock" -> TpccKeys.warehouseOfStock(key) - 1;
      default -> NONE;
    };
  }

  private int ofHistory(long key) {
    int client = TpccKeys.clientOfHistory(key);
    return client < 0 ? TpccKeys.warehouseOfCustomer(key) - 1 : client % count;
  }
}
