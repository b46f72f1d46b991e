package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** WAREHOUSE (clause 1.3): W_ID is the key. */
final class Warehouse {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  static final BytesColumn NAME = COLUMNS.bytes("w_name", 10);
  static final BytesColumn STREET_1 = COLUMNS.bytes("w_street_1", 20);
  static final BytesColumn STREET_2 = COLUMNS.bytes("w_street_2", 20);
  static final BytesColumn CITY = COLUMNS.bytes("w_city", 20);
  static final BytesColumn STATE = COLUMNS.bytes("w_state", 2);
  static final BytesColumn ZIP = COLUMNS.bytes("w_zip", 9);

  /** Sales tax, in ten-thousandths. */
  static final LongColumn TAX = COLUMNS.number("w_tax");

  /** Payments so far, in cents. */
  static final LongColumn YTD = COLUMNS.number("w_ytd");

  static final RowLayout LAYOUT = COLUMNS.build();

  private Warehouse() {}
}
