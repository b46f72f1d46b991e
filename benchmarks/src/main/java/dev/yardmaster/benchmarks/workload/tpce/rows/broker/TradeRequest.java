package dev.yardmaster.benchmarks.workload.tpce.rows.broker;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/**
 * The columns of table TRADE_REQUEST, the limit orders that wait for a price; TR_S_SYMB and TR_T_ID
 * are the key.
 */
public final class TradeRequest {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn TT_ID = COLUMNS.number("tr_tt_id");
  public static final LongColumn QTY = COLUMNS.number("tr_qty");

  /** The price that triggers the order, in cents. */
  public static final LongColumn BID_PRICE = COLUMNS.number("tr_bid_price");

  public static final LongColumn B_ID = COLUMNS.number("tr_b_id");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private TradeRequest() {}
}
