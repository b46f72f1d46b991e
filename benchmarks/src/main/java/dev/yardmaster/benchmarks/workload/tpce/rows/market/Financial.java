package dev.yardmaster.benchmarks.workload.tpce.rows.market;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table FINANCIAL; FI_CO_ID and the quarter are the key. Amounts are in cents. */
public final class Financial {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn QTR_START_DATE = COLUMNS.number("fi_qtr_start_date");
  public static final LongColumn REVENUE = COLUMNS.number("fi_revenue");
  public static final LongColumn NET_EARN = COLUMNS.number("fi_net_earn");
  public static final LongColumn BASIC_EPS = COLUMNS.number("fi_basic_eps");
  public static final LongColumn DILUT_EPS = COLUMNS.number("fi_dilut_eps");
  public static final LongColumn MARGIN = COLUMNS.number("fi_margin");
  public static final LongColumn INVENTORY = COLUMNS.number("fi_inventory");
  public static final LongColumn ASSETS = COLUMNS.number("fi_assets");
  public static final LongColumn LIABILITY = COLUMNS.number("fi_liability");
  public static final LongColumn OUT_BASIC = COLUMNS.number("fi_out_basic");
  public static final LongColumn OUT_DILUT = COLUMNS.number("fi_out_dilut");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Financial() {}
}
