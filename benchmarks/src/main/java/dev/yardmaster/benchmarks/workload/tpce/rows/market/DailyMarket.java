package dev.yardmaster.benchmarks.workload.tpce.rows.market;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table DAILY_MARKET; DM_S_SYMB and DM_DATE are the key. Prices are in cents. */
public final class DailyMarket {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn CLOSE = COLUMNS.number("dm_close");
  public static final LongColumn HIGH = COLUMNS.number("dm_high");
  public static final LongColumn LOW = COLUMNS.number("dm_low");
  public static final LongColumn VOL = COLUMNS.number("dm_vol");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private DailyMarket() {}
}
