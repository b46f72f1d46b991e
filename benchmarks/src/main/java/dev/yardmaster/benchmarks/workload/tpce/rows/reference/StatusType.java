package dev.yardmaster.benchmarks.workload.tpce.rows.reference;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;

/** The columns of table STATUS_TYPE; ST_ID is the key. */
public final class StatusType {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final BytesColumn NAME = COLUMNS.bytes("st_name", 10);

  public static final RowLayout LAYOUT = COLUMNS.build();

  private StatusType() {}
}
