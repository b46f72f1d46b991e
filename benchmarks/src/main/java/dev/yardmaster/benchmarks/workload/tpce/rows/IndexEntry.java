package dev.yardmaster.benchmarks.workload.tpce.rows;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/**
 * The columns of an index table. The table finds a record by a part of its key that is not the
 * primary key; {@code TpceKeys} states the keys.
 */
public final class IndexEntry {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  /** The number of the record that the entry finds. */
  public static final LongColumn NUMBER = COLUMNS.number("number");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private IndexEntry() {}
}
