package dev.yardmaster.benchmarks.workload.tpcc.rows;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table DISTRICT (clause 1.3); D_W_ID and D_ID are the key. */
public final class District {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final BytesColumn NAME = COLUMNS.bytes("d_name", 10);
  public static final BytesColumn STREET_1 = COLUMNS.bytes("d_street_1", 20);
  public static final BytesColumn STREET_2 = COLUMNS.bytes("d_street_2", 20);
  public static final BytesColumn CITY = COLUMNS.bytes("d_city", 20);
  public static final BytesColumn STATE = COLUMNS.bytes("d_state", 2);
  public static final BytesColumn ZIP = COLUMNS.bytes("d_zip", 9);

  /** The sales tax, in ten-thousandths. */
  public static final LongColumn TAX = COLUMNS.number("d_tax");

  /** The sum of the payments in the district so far, in cents. */
  public static final LongColumn YTD = COLUMNS.number("d_ytd");

  /** The number of the next order. */
  public static final LongColumn NEXT_O_ID = COLUMNS.number("d_next_o_id");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private District() {}
}
