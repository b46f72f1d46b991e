package dev.yardmaster.benchmarks.workload.tpcc.rows;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table WAREHOUSE (clause 1.3); W_ID is the key. */
public final class Warehouse {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final BytesColumn NAME = COLUMNS.bytes("w_name", 10);
  public static final BytesColumn STREET_1 = COLUMNS.bytes("w_street_1", 20);
  public static final BytesColumn STREET_2 = COLUMNS.bytes("w_street_2", 20);
  public static final BytesColumn CITY = COLUMNS.bytes("w_city", 20);
  public static final BytesColumn STATE = COLUMNS.bytes("w_state", 2);
  public static final BytesColumn ZIP = COLUMNS.bytes("w_zip", 9);

  /** The sales tax, in ten-thousandths. */
  public static final LongColumn TAX = COLUMNS.number("w_tax");

  /** The sum of the payments in the warehouse so far, in cents. */
  public static final LongColumn YTD = COLUMNS.number("w_ytd");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Warehouse() {}
}
