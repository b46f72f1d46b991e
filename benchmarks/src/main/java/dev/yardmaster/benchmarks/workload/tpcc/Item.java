package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table ITEM (clause 1.3); I_ID is the key. */
final class Item {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  static final LongColumn IM_ID = COLUMNS.number("i_im_id");
  static final BytesColumn NAME = COLUMNS.bytes("i_name", 24);

  /** The price, in cents. */
  static final LongColumn PRICE = COLUMNS.number("i_price");

  static final BytesColumn DATA = COLUMNS.bytes("i_data", 50);

  static final RowLayout LAYOUT = COLUMNS.build();

  private Item() {}
}
