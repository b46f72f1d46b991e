package dev.yardmaster.benchmarks.workload.tpce.rows.market;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table LAST_TRADE; LT_S_SYMB is the key. Prices are in cents. */
public final class LastTrade {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn DTS = COLUMNS.number("lt_dts");
  public static final LongColumn PRICE = COLUMNS.number("lt_price");
  public static final LongColumn OPEN_PRICE = COLUMNS.number("lt_open_price");
  public static final LongColumn VOL = COLUMNS.number("lt_vol");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private LastTrade() {}
}
