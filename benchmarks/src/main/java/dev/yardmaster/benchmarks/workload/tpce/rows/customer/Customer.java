package dev.yardmaster.benchmarks.workload.tpce.rows.customer;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table CUSTOMER; C_ID is the key. */
public final class Customer {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  /** The number of the tax id; an index table finds the customer by this number. */
  public static final LongColumn TAX_ID = COLUMNS.number("c_tax_id");

  public static final LongColumn ST_ID = COLUMNS.number("c_st_id");
  public static final BytesColumn L_NAME = COLUMNS.bytes("c_l_name", 25);
  public static final BytesColumn F_NAME = COLUMNS.bytes("c_f_name", 20);

  /** The tier, 1 to 3. */
  public static final LongColumn TIER = COLUMNS.number("c_tier");

  public static final LongColumn DOB = COLUMNS.number("c_dob");
  public static final LongColumn AD_ID = COLUMNS.number("c_ad_id");

  /** The first phone number of the customer; the other two numbers of the standard are omitted. */
  public static final BytesColumn PHONE = COLUMNS.bytes("c_phone", 24);

  public static final BytesColumn EMAIL_1 = COLUMNS.bytes("c_email_1", 50);
  public static final BytesColumn EMAIL_2 = COLUMNS.bytes("c_email_2", 50);

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Customer() {}
}
