package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/**
 * The columns of table HISTORY (clause 1.3). The table has no primary key in the standard; here a
 * key distinguishes its rows, see {@link TpccKeys}.
 */
final class History {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  static final LongColumn C_ID = COLUMNS.number("h_c_id");
  static final LongColumn C_D_ID = COLUMNS.number("h_c_d_id");
  static final LongColumn C_W_ID = COLUMNS.number("h_c_w_id");
  static final LongColumn D_ID = COLUMNS.number("h_d_id");
  static final LongColumn W_ID = COLUMNS.number("h_w_id");
  static final LongColumn DATE = COLUMNS.number("h_date");

  /** The amount of the payment, in cents. */
  static final LongColumn AMOUNT = COLUMNS.number("h_amount");

  static final BytesColumn DATA = COLUMNS.bytes("h_data", 24);

  static final RowLayout LAYOUT = COLUMNS.build();

  private History() {}
}
