package dev.yardmaster.benchmarks.workload.tpce.rows.customer;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table WATCH_LIST; WL_C_ID is the key, because each customer has one list. */
public final class WatchList {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn WL_ID = COLUMNS.number("wl_id");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private WatchList() {}
}
