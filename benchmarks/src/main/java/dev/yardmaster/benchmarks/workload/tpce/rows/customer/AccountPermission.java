package dev.yardmaster.benchmarks.workload.tpce.rows.customer;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;

/** The columns of table ACCOUNT_PERMISSION; AP_CA_ID and AP_TAX_ID are the key. */
public final class AccountPermission {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  /** The rights of the person, with one digit for each right. */
  public static final BytesColumn ACL = COLUMNS.bytes("ap_acl", 4);

  public static final BytesColumn L_NAME = COLUMNS.bytes("ap_l_name", 25);
  public static final BytesColumn F_NAME = COLUMNS.bytes("ap_f_name", 20);

  public static final RowLayout LAYOUT = COLUMNS.build();

  private AccountPermission() {}
}
