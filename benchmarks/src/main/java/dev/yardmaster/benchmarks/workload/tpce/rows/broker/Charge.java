package dev.yardmaster.benchmarks.workload.tpce.rows.broker;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table CHARGE; CH_TT_ID and CH_C_TIER are the key. */
public final class Charge {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  /** The fee of an order, in cents. */
  public static final LongColumn CHRG = COLUMNS.number("ch_chrg");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Charge() {}
}
