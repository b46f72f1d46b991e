package dev.yardmaster.benchmarks.workload.tpce.rows.customer;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table CUSTOMER_ACCOUNT; CA_ID is the key. */
public final class CustomerAccount {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn B_ID = COLUMNS.number("ca_b_id");
  public static final LongColumn C_ID = COLUMNS.number("ca_c_id");
  public static final BytesColumn NAME = COLUMNS.bytes("ca_name", 50);

  /**
   * The tax status: with 0 the account is not taxed, with 1 the broker withholds the tax, and with
   * any other value the account is taxed but the broker does not withhold the tax.
   */
  public static final LongColumn TAX_ST = COLUMNS.number("ca_tax_st");

  /** The cash balance, in cents. */
  public static final LongColumn BAL = COLUMNS.number("ca_bal");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private CustomerAccount() {}
}
