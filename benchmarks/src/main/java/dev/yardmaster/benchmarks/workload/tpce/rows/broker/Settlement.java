package dev.yardmaster.benchmarks.workload.tpce.rows.broker;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table SETTLEMENT; SE_T_ID is the key. */
public final class Settlement {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  /**
   * The kind of account of the settlement: 0 for a margin account, 1 for a cash account, and 2 or 3
   * for the names that trade-update writes.
   */
  public static final LongColumn CASH_TYPE = COLUMNS.number("se_cash_type");

  public static final LongColumn CASH_DUE_DATE = COLUMNS.number("se_cash_due_date");

  /** The amount, in cents. */
  public static final LongColumn AMT = COLUMNS.number("se_amt");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Settlement() {}
}
