package dev.yardmaster.benchmarks.workload.tpce.rows.customer;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/**
 * The columns of table ANALYTIC_HISTORY, the log of the analytic transactions of the ERMIA paper
 * (section 4.2). The paper does not list the columns. The number of the client and the number of
 * its transaction are the key.
 */
public final class AnalyticHistory {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  /** The first account of the group. */
  public static final LongColumn FIRST_CA_ID = COLUMNS.number("ah_first_ca_id");

  /** The number of accounts of the group. */
  public static final LongColumn ACCOUNTS = COLUMNS.number("ah_accounts");

  /** The total assets of the group, in cents. */
  public static final LongColumn ASSETS = COLUMNS.number("ah_assets");

  public static final LongColumn DTS = COLUMNS.number("ah_dts");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private AnalyticHistory() {}
}
