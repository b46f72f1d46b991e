package dev.yardmaster.benchmarks.workload.tpce.rows;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/**
 * The columns of an index table, which is a table that serves as a secondary index. An entry finds
 * a record by columns that are not its primary key; {@code TpceKeys} documents the keys.
 */
public final class IndexEntry {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  /** The number of the record to which the entry points. */
  public static final LongColumn NUMBER = COLUMNS.number("number");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private IndexEntry() {}
}
