package dev.yardmaster.benchmarks.workload.tpce.rows.broker;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table CASH_TRANSACTION; CT_T_ID is the key. */
public final class CashTransaction {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn DTS = COLUMNS.number("ct_dts");

  /** The amount by which the account's balance changed, in cents. */
  public static final LongColumn AMT = COLUMNS.number("ct_amt");

  public static final BytesColumn NAME = COLUMNS.bytes("ct_name", 100);

  public static final RowLayout LAYOUT = COLUMNS.build();

  private CashTransaction() {}
}
