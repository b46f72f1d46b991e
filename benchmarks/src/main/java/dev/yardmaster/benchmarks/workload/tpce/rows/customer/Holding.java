package dev.yardmaster.benchmarks.workload.tpce.rows.customer;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/**
 * The columns of table HOLDING, the lots of a position; H_CA_ID, H_S_SYMB and H_T_ID are the key.
 */
public final class Holding {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn DTS = COLUMNS.number("h_dts");

  /** The price of a share, in cents. */
  public static final LongColumn PRICE = COLUMNS.number("h_price");

  /** The number of shares; negative in a short position. */
  public static final LongColumn QTY = COLUMNS.number("h_qty");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Holding() {}
}
