package dev.yardmaster.benchmarks.workload.tpcc.rows;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table ITEM (clause 1.3); I_ID is the key. */
public final class Item {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn IM_ID = COLUMNS.number("i_im_id");
  public static final BytesColumn NAME = COLUMNS.bytes("i_name", 24);

  /** The price, in cents. */
  public static final LongColumn PRICE = COLUMNS.number("i_price");

  public static final BytesColumn DATA = COLUMNS.bytes("i_data", 50);

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Item() {}
}
