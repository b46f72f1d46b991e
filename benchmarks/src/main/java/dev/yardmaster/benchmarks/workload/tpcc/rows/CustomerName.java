package dev.yardmaster.benchmarks.workload.tpcc.rows;

import dev.yardmaster.benchmarks.workload.tpcc.random.LastNames;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/**
 * The columns of the table that finds customers by last name. The key consists of the number of the
 * name (see {@link LastNames}) and the customer's number.
 */
public final class CustomerName {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  /** The first 8 letters of the first name, with the first letter in the highest byte. */
  public static final LongColumn FIRST_HIGH = COLUMNS.number("cn_first_high");

  /** The letters 9 to 16 of the first name, with letter 9 in the highest byte. */
  public static final LongColumn FIRST_LOW = COLUMNS.number("cn_first_low");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private CustomerName() {}
}
