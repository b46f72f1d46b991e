package dev.yardmaster.benchmarks.workload.tpcc.rows;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table ORDER (clause 1.3); O_W_ID, O_D_ID and O_ID are the key. */
public final class Orders {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn C_ID = COLUMNS.number("o_c_id");

  /** The date of entry. */
  public static final LongColumn ENTRY_D = COLUMNS.number("o_entry_d");

  /** The id of the carrier; 0 before delivery. */
  public static final LongColumn CARRIER_ID = COLUMNS.number("o_carrier_id");

  public static final LongColumn OL_CNT = COLUMNS.number("o_ol_cnt");

  /** Whether the home warehouse supplies all lines: 1 or 0. */
  public static final LongColumn ALL_LOCAL = COLUMNS.number("o_all_local");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Orders() {}
}
