package dev.yardmaster.benchmarks.workload.tpce.rows.customer;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table HOLDING_SUMMARY; HS_CA_ID and HS_S_SYMB are the key. */
public final class HoldingSummary {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  /** The sum of the lots' shares; negative in a short position. */
  public static final LongColumn QTY = COLUMNS.number("hs_qty");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private HoldingSummary() {}
}
