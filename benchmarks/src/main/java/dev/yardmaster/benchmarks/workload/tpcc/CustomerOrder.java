package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/**
 * Finds a customer's latest order: the customer and the order's number are the key; a row has a
 * column at least.
 */
final class CustomerOrder {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  static final LongColumn O_ID = COLUMNS.number("co_o_id");

  static final RowLayout LAYOUT = COLUMNS.build();

  private CustomerOrder() {}
}
