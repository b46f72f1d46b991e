package dev.yardmaster.benchmarks.workload.tpce.rows.customer;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/**
 * The columns of table WATCH_ITEM; WI_WL_ID and WI_S_SYMB are the key. A watch list has the same
 * number as its customer.
 */
public final class WatchItem {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn S_SYMB = COLUMNS.number("wi_s_symb");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private WatchItem() {}
}
