package dev.yardmaster.benchmarks.workload.tpce.rows.market;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;

/** The columns of table SECTOR; SC_ID is the key. */
public final class Sector {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final BytesColumn NAME = COLUMNS.bytes("sc_name", 30);

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Sector() {}
}
