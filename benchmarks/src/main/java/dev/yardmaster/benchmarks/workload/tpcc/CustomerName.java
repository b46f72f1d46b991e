package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/**
 * Finds customers by last name: the key is the number of the name with the customer's number; see
 * {@link LastNames}.
 */
final class CustomerName {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  /** The first 8 letters of the first name, the first in the highest byte. */
  static final LongColumn FIRST_HIGH = COLUMNS.number("cn_first_high");

  /** The letters 9 to 16 of the first name. */
  static final LongColumn FIRST_LOW = COLUMNS.number("cn_first_low");

  static final RowLayout LAYOUT = COLUMNS.build();

  private CustomerName() {}
}
