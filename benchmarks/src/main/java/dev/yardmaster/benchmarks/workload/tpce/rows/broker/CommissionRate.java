package dev.yardmaster.benchmarks.workload.tpce.rows.broker;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/**
 * The columns of table COMMISSION_RATE; CR_C_TIER, CR_TT_ID, CR_EX_ID and the index of the range of
 * quantities are the key.
 */
public final class CommissionRate {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn FROM_QTY = COLUMNS.number("cr_from_qty");
  public static final LongColumn TO_QTY = COLUMNS.number("cr_to_qty");

  /** The commission, in ten-thousandths of the value. */
  public static final LongColumn RATE = COLUMNS.number("cr_rate");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private CommissionRate() {}
}
