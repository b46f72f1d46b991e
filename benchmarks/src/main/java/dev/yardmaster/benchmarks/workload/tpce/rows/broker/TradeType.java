package dev.yardmaster.benchmarks.workload.tpce.rows.broker;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table TRADE_TYPE; TT_ID is the key. */
public final class TradeType {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final BytesColumn NAME = COLUMNS.bytes("tt_name", 12);
  public static final LongColumn IS_SELL = COLUMNS.number("tt_is_sell");
  public static final LongColumn IS_MRKT = COLUMNS.number("tt_is_mrkt");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private TradeType() {}
}
