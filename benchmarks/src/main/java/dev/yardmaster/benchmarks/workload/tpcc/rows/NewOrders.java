package dev.yardmaster.benchmarks.workload.tpcc.rows;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/**
 * The columns of table NEW-ORDER (clause 1.3); NO_W_ID, NO_D_ID and NO_O_ID are the key. The row
 * has one column because the engine needs at least one column.
 */
public final class NewOrders {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn O_ID = COLUMNS.number("no_o_id");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private NewOrders() {}
}
