package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/**
 * Finds a customer's latest order: the key is the customer with the order's number. The row has one
 * column because the engine needs at least one.
 */
final class CustomerOrder {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  static final LongColumn O_ID = COLUMNS.number("co_o_id");

  static final RowLayout LAYOUT = COLUMNS.build();

  private CustomerOrder() {}
}
