package dev.yardmaster.benchmarks.workload.tpce.rows.broker;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table TRADE; T_ID is the key. */
public final class Trade {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn DTS = COLUMNS.number("t_dts");
  public static final LongColumn ST_ID = COLUMNS.number("t_st_id");
  public static final LongColumn TT_ID = COLUMNS.number("t_tt_id");

  /** 1 for a cash trade, 0 for a trade on margin. */
  public static final LongColumn IS_CASH = COLUMNS.number("t_is_cash");

  public static final LongColumn S_SYMB = COLUMNS.number("t_s_symb");
  public static final LongColumn QTY = COLUMNS.number("t_qty");

  /** The requested price of a share, in cents. */
  public static final LongColumn BID_PRICE = COLUMNS.number("t_bid_price");

  public static final LongColumn CA_ID = COLUMNS.number("t_ca_id");
  public static final BytesColumn EXEC_NAME = COLUMNS.bytes("t_exec_name", 49);

  /** The price of a share at which the trade was completed, in cents; 0 before the completion. */
  public static final LongColumn TRADE_PRICE = COLUMNS.number("t_trade_price");

  /** The fee, in cents. */
  public static final LongColumn CHRG = COLUMNS.number("t_chrg");

  /** The commission, in cents. */
  public static final LongColumn COMM = COLUMNS.number("t_comm");

  /** The withheld tax, in cents. */
  public static final LongColumn TAX = COLUMNS.number("t_tax");

  /** 1 if a sale takes the newest lots first, 0 if it takes the oldest first. */
  public static final LongColumn LIFO = COLUMNS.number("t_lifo");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Trade() {}
}
