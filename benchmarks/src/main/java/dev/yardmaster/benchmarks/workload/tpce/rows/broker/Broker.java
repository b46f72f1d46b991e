package dev.yardmaster.benchmarks.workload.tpce.rows.broker;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table BROKER; B_ID is the key. */
public final class Broker {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn ST_ID = COLUMNS.number("b_st_id");
  public static final BytesColumn NAME = COLUMNS.bytes("b_name", 49);

  /** The number of completed trades. */
  public static final LongColumn NUM_TRADES = COLUMNS.number("b_num_trades");

  /** The sum of the commissions, in cents. */
  public static final LongColumn COMM_TOTAL = COLUMNS.number("b_comm_total");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Broker() {}
}
