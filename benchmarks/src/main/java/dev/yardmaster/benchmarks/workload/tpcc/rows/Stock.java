package dev.yardmaster.benchmarks.workload.tpcc.rows;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import java.util.ArrayList;
import java.util.List;

/** The columns of table STOCK (clause 1.3); S_W_ID and S_I_ID are the key. */
public final class Stock {

  /** The length of the district information for an order line, in bytes. */
  public static final int DIST_BYTES = 24;

  private static final int DISTRICTS = 10;

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn QUANTITY = COLUMNS.number("s_quantity");

  /** The number of units sold so far. */
  public static final LongColumn YTD = COLUMNS.number("s_ytd");

  public static final LongColumn ORDER_CNT = COLUMNS.number("s_order_cnt");
  public static final LongColumn REMOTE_CNT = COLUMNS.number("s_remote_cnt");

  /** The columns S_DIST_01 to S_DIST_10. */
  private static final List<BytesColumn> DIST = new ArrayList<>();

  static {
    for (int district = 1; district <= DISTRICTS; district++) {
      DIST.add(
          COLUMNS.bytes((district < DISTRICTS ? "s_dist_0" : "s_dist_") + district, DIST_BYTES));
    }
  }

  public static final BytesColumn DATA = COLUMNS.bytes("s_data", 50);

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Stock() {}

  /** Returns the column with a district's information for order lines. */
  public static BytesColumn dist(int district) {
    return DIST.get(district - 1);
  }
}
