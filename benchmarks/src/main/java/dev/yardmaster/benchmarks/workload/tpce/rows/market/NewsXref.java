package dev.yardmaster.benchmarks.workload.tpce.rows.market;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table NEWS_XREF; NX_CO_ID and NX_NI_ID are the key. */
public final class NewsXref {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn NI_ID = COLUMNS.number("nx_ni_id");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private NewsXref() {}
}
