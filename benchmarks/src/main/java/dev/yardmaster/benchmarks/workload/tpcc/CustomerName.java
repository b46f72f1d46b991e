package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/**
 * Finds customers by last name: the number of the name, and the customer's, are the key; see {@link
 * LastNames}.
 */
final class CustomerName {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  /** First 8 letters of the first name, the first in the highest byte. */
  static final LongColumn FIRST_HIGH = COLUMNS.number("cn_first_high");

  /** Letters 9 to 16 of the first name. */
  static final LongColumn FIRST_LOW = COLUMNS.number("cn_first_low");

  static final RowLayout LAYOUT = COLUMNS.build();

  private CustomerName() {}
}
