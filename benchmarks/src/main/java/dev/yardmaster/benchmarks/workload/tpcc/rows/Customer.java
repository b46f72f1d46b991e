package dev.yardmaster.benchmarks.workload.tpcc.rows;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table CUSTOMER (clause 1.3); C_W_ID, C_D_ID and C_ID are the key. */
public final class Customer {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final BytesColumn FIRST = COLUMNS.bytes("c_first", 16);
  public static final BytesColumn MIDDLE = COLUMNS.bytes("c_middle", 2);
  public static final BytesColumn LAST = COLUMNS.bytes("c_last", 16);
  public static final BytesColumn STREET_1 = COLUMNS.bytes("c_street_1", 20);
  public static final BytesColumn STREET_2 = COLUMNS.bytes("c_street_2", 20);
  public static final BytesColumn CITY = COLUMNS.bytes("c_city", 20);
  public static final BytesColumn STATE = COLUMNS.bytes("c_state", 2);
  public static final BytesColumn ZIP = COLUMNS.bytes("c_zip", 9);
  public static final BytesColumn PHONE = COLUMNS.bytes("c_phone", 16);

  /** The date since which the customer exists. */
  public static final LongColumn SINCE = COLUMNS.number("c_since");

  public static final BytesColumn CREDIT = COLUMNS.bytes("c_credit", 2);

  /** The credit limit, in cents. */
  public static final LongColumn CREDIT_LIM = COLUMNS.number("c_credit_lim");

  /** The discount, in ten-thousandths. */
  public static final LongColumn DISCOUNT = COLUMNS.number("c_discount");

  /** The customer's balance, in cents. */
  public static final LongColumn BALANCE = COLUMNS.number("c_balance");

  /** The sum of the customer's payments so far, in cents. */
  public static final LongColumn YTD_PAYMENT = COLUMNS.number("c_ytd_payment");

  public static final LongColumn PAYMENT_CNT = COLUMNS.number("c_payment_cnt");
  public static final LongColumn DELIVERY_CNT = COLUMNS.number("c_delivery_cnt");
  public static final BytesColumn DATA = COLUMNS.bytes("c_data", 500);

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Customer() {}
}
