package dev.yardmaster.benchmarks.workload.tpcc.rows;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/**
 * The columns of table HISTORY (clause 1.3). The table has no primary key in the standard; here a
 * key distinguishes its rows, see {@link TpccKeys}.
 */
public final class History {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn C_ID = COLUMNS.number("h_c_id");
  public static final LongColumn C_D_ID = COLUMNS.number("h_c_d_id");
  public static final LongColumn C_W_ID = COLUMNS.number("h_c_w_id");
  public static final LongColumn D_ID = COLUMNS.number("h_d_id");
  public static final LongColumn W_ID = COLUMNS.number("h_w_id");
  public static final LongColumn DATE = COLUMNS.number("h_date");

  /** The amount of the payment, in cents. */
  public static final LongColumn AMOUNT = COLUMNS.number("h_amount");

  public static final BytesColumn DATA = COLUMNS.bytes("h_data", 24);

  public static final RowLayout LAYOUT = COLUMNS.build();

  private History() {}
}
