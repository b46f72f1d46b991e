package dev.yardmaster.benchmarks.workload.tpcc.rows;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/**
 * The columns of the table that finds a customer's latest order. The key consists of the customer
 * and the order's number. The row has one column because the engine needs at least one column.
 */
public final class CustomerOrder {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn O_ID = COLUMNS.number("co_o_id");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private CustomerOrder() {}
}
