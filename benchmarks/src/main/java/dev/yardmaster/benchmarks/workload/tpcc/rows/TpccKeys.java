package dev.yardmaster.benchmarks.workload.tpcc.rows;

/**
 * Packs the key of a row into one number. Warehouses, districts, customers, items and orders are
 * counted from 1. Keys are ordered by their parts from left to right.
 *
 * <pre>
 *   warehouse                                        | w 16 |
 *   district, a                               | w 16 | d 4  |
 *   customer                        (w * 10 + d - 1) * 3000 + c - 1
 *   customer by last name   | w 16 | d 4 | last name 10 | c 12 |
 *   order, new order                  | w 16 | d 4 | o 28   |
 *   order of a customer                    | customer | o 28 |
 *   order line                 | w 16 | d 4 | o 28 | line 4 |
 *   item                                             | i 17 |
 *   stock                                     | w 16 | i 17 |
 *   history, loaded                      | 0 | customer     |
 *   history, of a payment    | 1 | client 8 | payment 40    |      the first bit is bit 48
 * </pre>
 *
 * <p>If the tables have the sizes that the TPC-C standard defines, the keys of a warehouse's
 * customers have no gaps. Therefore logical ranges of equal width contain the same number of
 * customers.
 */
public final class TpccKeys {

  public static final int MAX_WAREHOUSE = (1 << 16) - 1;
  public static final int MAX_DISTRICT = 10;
  public static final int MAX_CUSTOMER = 3_000;

  private static final int DISTRICT_BITS = 4;
  private static final int CUSTOMER_BITS = 12;
  private static final int LAST_NAME_BITS = 10;
  private static final int ORDER_BITS = 28;
  private static final int LINE_BITS = 4;
  private static final int ITEM_BITS = 17;
  private static final int PAYMENT_BITS = 40;
  private static final long OF_PAYMENT = 1L << 48;

  private TpccKeys() {}

  public static long warehouse(int warehouse) {
    return warehouse;
  }

  public static long district(int warehouse, int district) {
    return ((long) warehouse << DISTRICT_BITS) | district;
  }

  /**
   * Returns the key of a customer. For the number after the last customer, returns the exclusive
   * end of the customers' keys.
   */
  public static long customer(int warehouse, int district, int customer) {
    return ((long) warehouse * MAX_DISTRICT + district - 1) * MAX_CUSTOMER + customer - 1;
  }

  /** Returns the number, within its district, of the customer with the given key. */
  public static int customerOf(long key) {
    return 1 + (int) (key % MAX_CUSTOMER);
  }

  /**
   * Returns the number, within its warehouse, of the district of the customer with the given key.
   */
  public static int districtOfCustomer(long key) {
    return 1 + (int) (key / MAX_CUSTOMER % MAX_DISTRICT);
  }

  /** Returns the number, within its district, of the customer in a key of {@link #customerName}. */
  public static int customerOfName(long key) {
    return (int) key & ((1 << CUSTOMER_BITS) - 1);
  }

  /**
   * Returns the key that finds a customer by the number of the last name. With customer 0 the
   * result is the first key of the name.
   */
  public static long customerName(int warehouse, int district, int lastName, int customer) {
    long name = (district(warehouse, district) << LAST_NAME_BITS) + lastName;
    return (name << CUSTOMER_BITS) | customer;
  }

  public static long order(int warehouse, int district, long order) {
    return (district(warehouse, district) << ORDER_BITS) | order;
  }

  /** Returns the number, within its district, of the order with the given key. */
  public static int orderOf(long key) {
    return (int) key & ((1 << ORDER_BITS) - 1);
  }

  /**
   * Returns the key that finds an order by its customer. With order 0 the result is the customer's
   * first key.
   */
  public static long customerOrder(int warehouse, int district, int customer, long order) {
    return (customer(warehouse, district, customer) << ORDER_BITS) | order;
  }

  /** Returns the key of an order line. With line 0 the result is the order's first key. */
  public static long orderLine(int warehouse, int district, long order, int line) {
    return (order(warehouse, district, order) << LINE_BITS) | line;
  }

  /** Returns the number of an order within its district, from the key of an order line. */
  public static int orderOfLine(long key) {
    return orderOf(key >>> LINE_BITS);
  }

  public static long item(int item) {
    return item;
  }

  public static long stock(int warehouse, int item) {
    return ((long) warehouse << ITEM_BITS) | item;
  }

  public static long loadedHistory(int warehouse, int district, int customer) {
    return customer(warehouse, district, customer);
  }

  public static long history(int client, long payment) {
    return OF_PAYMENT | ((long) client << PAYMENT_BITS) | payment;
  }

  /**
   * Returns the client that made the payment with the given key, or -1 if the row with this key was
   * loaded.
   */
  public static int clientOfHistory(long key) {
    return (key & OF_PAYMENT) == 0 ? -1 : (int) ((key & (OF_PAYMENT - 1)) >>> PAYMENT_BITS);
  }

  public static int warehouseOfDistrict(long key) {
    return (int) (key >>> DISTRICT_BITS);
  }

  public static int warehouseOfCustomer(long key) {
    return (int) (key / MAX_CUSTOMER / MAX_DISTRICT);
  }

  public static int warehouseOfName(long key) {
    return warehouseOfDistrict(key >>> (CUSTOMER_BITS + LAST_NAME_BITS));
  }

  public static int warehouseOfOrder(long key) {
    return warehouseOfDistrict(key >>> ORDER_BITS);
  }

  public static int warehouseOfCustomerOrder(long key) {
    return warehouseOfCustomer(key >>> ORDER_BITS);
  }

  public static int warehouseOfLine(long key) {
    return warehouseOfOrder(key >>> LINE_BITS);
  }

  public static int warehouseOfStock(long key) {
    return (int) (key >>> ITEM_BITS);
  }
}
