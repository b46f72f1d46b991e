package dev.yardmaster.benchmarks.workload.tpce.rows.market;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table SECURITY; S_SYMB is the key, which is a number in this implementation. */
public final class Security {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn ISSUE = COLUMNS.number("s_issue");
  public static final LongColumn ST_ID = COLUMNS.number("s_st_id");
  public static final BytesColumn NAME = COLUMNS.bytes("s_name", 70);
  public static final LongColumn EX_ID = COLUMNS.number("s_ex_id");
  public static final LongColumn CO_ID = COLUMNS.number("s_co_id");

  /** The number of shares that are held by the public. */
  public static final LongColumn NUM_OUT = COLUMNS.number("s_num_out");

  public static final LongColumn START_DATE = COLUMNS.number("s_start_date");
  public static final LongColumn EXCH_DATE = COLUMNS.number("s_exch_date");
  public static final LongColumn PE = COLUMNS.number("s_pe");
  public static final LongColumn FIFTY2WK_HIGH = COLUMNS.number("s_52wk_high");
  public static final LongColumn FIFTY2WK_HIGH_DATE = COLUMNS.number("s_52wk_high_date");
  public static final LongColumn FIFTY2WK_LOW = COLUMNS.number("s_52wk_low");
  public static final LongColumn FIFTY2WK_LOW_DATE = COLUMNS.number("s_52wk_low_date");
  public static final LongColumn DIVIDEND = COLUMNS.number("s_dividend");
  public static final LongColumn YIELD = COLUMNS.number("s_yield");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Security() {}
}
