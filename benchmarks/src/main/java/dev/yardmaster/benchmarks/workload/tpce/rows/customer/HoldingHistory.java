package dev.yardmaster.benchmarks.workload.tpce.rows.customer;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table HOLDING_HISTORY; HH_H_T_ID and HH_T_ID are the key. */
public final class HoldingHistory {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn BEFORE_QTY = COLUMNS.number("hh_before_qty");
  public static final LongColumn AFTER_QTY = COLUMNS.number("hh_after_qty");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private HoldingHistory() {}
}
