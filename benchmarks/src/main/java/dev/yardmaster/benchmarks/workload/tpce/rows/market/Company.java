package dev.yardmaster.benchmarks.workload.tpce.rows.market;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table COMPANY; CO_ID is the key. */
public final class Company {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn ST_ID = COLUMNS.number("co_st_id");
  public static final BytesColumn NAME = COLUMNS.bytes("co_name", 60);
  public static final LongColumn IN_ID = COLUMNS.number("co_in_id");
  public static final BytesColumn SP_RATE = COLUMNS.bytes("co_sp_rate", 4);
  public static final BytesColumn CEO = COLUMNS.bytes("co_ceo", 46);
  public static final LongColumn AD_ID = COLUMNS.number("co_ad_id");
  public static final BytesColumn DESC = COLUMNS.bytes("co_desc", 150);
  public static final LongColumn OPEN_DATE = COLUMNS.number("co_open_date");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Company() {}
}
