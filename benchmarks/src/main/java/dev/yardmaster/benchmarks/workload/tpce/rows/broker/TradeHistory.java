package dev.yardmaster.benchmarks.workload.tpce.rows.broker;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table TRADE_HISTORY; TH_T_ID and TH_ST_ID are the key. */
public final class TradeHistory {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn DTS = COLUMNS.number("th_dts");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private TradeHistory() {}
}
