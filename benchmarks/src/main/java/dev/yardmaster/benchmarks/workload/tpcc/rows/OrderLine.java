package dev.yardmaster.benchmarks.workload.tpcc.rows;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/**
 * The columns of table ORDER-LINE (clause 1.3); OL_W_ID, OL_D_ID, OL_O_ID and OL_NUMBER are the
 * key.
 */
public final class OrderLine {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn I_ID = COLUMNS.number("ol_i_id");
  public static final LongColumn SUPPLY_W_ID = COLUMNS.number("ol_supply_w_id");

  /** The date of delivery; 0 before delivery. */
  public static final LongColumn DELIVERY_D = COLUMNS.number("ol_delivery_d");

  public static final LongColumn QUANTITY = COLUMNS.number("ol_quantity");

  /** The amount, in cents. */
  public static final LongColumn AMOUNT = COLUMNS.number("ol_amount");

  public static final BytesColumn DIST_INFO = COLUMNS.bytes("ol_dist_info", 24);

  public static final RowLayout LAYOUT = COLUMNS.build();

  private OrderLine() {}
}
