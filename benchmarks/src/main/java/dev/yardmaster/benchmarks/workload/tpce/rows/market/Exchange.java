package dev.yardmaster.benchmarks.workload.tpce.rows.market;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table EXCHANGE; EX_ID is the key. */
public final class Exchange {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final BytesColumn NAME = COLUMNS.bytes("ex_name", 100);
  public static final LongColumn NUM_SYMB = COLUMNS.number("ex_num_symb");
  public static final LongColumn OPEN = COLUMNS.number("ex_open");
  public static final LongColumn CLOSE = COLUMNS.number("ex_close");
  public static final BytesColumn DESC = COLUMNS.bytes("ex_desc", 150);
  public static final LongColumn AD_ID = COLUMNS.number("ex_ad_id");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Exchange() {}
}
