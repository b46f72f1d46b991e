package dev.yardmaster.benchmarks.workload.tpce.rows.market;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table INDUSTRY; IN_ID is the key. */
public final class Industry {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final BytesColumn NAME = COLUMNS.bytes("in_name", 50);
  public static final LongColumn SC_ID = COLUMNS.number("in_sc_id");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Industry() {}
}
