package dev.yardmaster.benchmarks.workload.tpce.schema;

import java.util.Objects;

/**
 * The sizes of TPC-E and the load on it.
 *
 * @param customers number of customers, a multiple of 10 and of {@code customersPerBroker}; 20 to
 *     20,000. For each 1,000 customers, there are 5,000 accounts, 500 companies and 685 securities
 * @param days initial trading days of eight hours, whose trades are loaded; 1 to 300
 * @param scaleFactor number of customers for which one trade is loaded per second of the initial
 *     trading days; 1 to 100,000
 * @param customersPerBroker number of customers of a broker; 100 in the standard
 * @param marketDays number of days in the table DAILY_MARKET; 1,305 in the standard
 * @param mix shares of the transactions
 * @param groupPercent share of all accounts that an analytic transaction reads; 1 to 60 percent
 * @param expectedTransactions number of transactions for which hash indexes reserve room
 * @param drawn number of transactions drawn for each client; 1 to 1,048,576
 * @param seed seed of all random choices
 */
public record TpceSettings(
    int customers,
    int days,
    int scaleFactor,
    int customersPerBroker,
    int marketDays,
    TpceMix mix,
    int groupPercent,
    int expectedTransactions,
    int drawn,
    long seed) {

  /** The maximum number of loaded trades. */
  public static final int MAX_TRADES = 20_000_000;

  /** The number of days in the table DAILY_MARKET: five years of 261 days. */
  public static final int MARKET_DAYS = 1_305;

  private static final int CUSTOMERS_PER_BROKER = 100;
  private static final int SECONDS_PER_DAY = 8 * 3_600;

  /** Checks that all values are in their ranges. */
  public TpceSettings {
    Objects.requireNonNull(mix, "mix");
    check("customers", customers, 20, 20_000);
    check("days", days, 1, 300);
    check("scale-factor", scaleFactor, 1, 100_000);
    check("customersPerBroker", customersPerBroker, 1, 1_000);
    check("marketDays", marketDays, 20, MARKET_DAYS);
    check("group", groupPercent, 1, 60);
    check("expectedTransactions", expectedTransactions, 0, 1_000_000_000);
    check("drawn", drawn, 1, 1 << 20);
    if (customers % Customers.PATTERN != 0 || customers % customersPerBroker != 0) {
      throw new IllegalArgumentException(
          "customers is a multiple of "
              + Math.max(Customers.PATTERN, customersPerBroker)
              + ": customers="
              + customers);
    }
    long trades = trades(customers, days, scaleFactor);
    if (trades < customers || trades > MAX_TRADES) {
      throw new IllegalArgumentException(
          String.format(
              "customers / scale-factor * days * %d, the number of loaded trades, is at least the"
                  + " number of customers and at most %d: customers=%d, days=%d, scale-factor=%d,"
                  + " trades=%d",
              SECONDS_PER_DAY, MAX_TRADES, customers, days, scaleFactor, trades));
    }
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is from " + least + " to " + most + ": " + name + "=" + value);
    }
  }

  private static long trades(long customers, int days, int scaleFactor) {
    return customers * days * SECONDS_PER_DAY / scaleFactor;
  }

  /** Returns settings with the standard's sizes for a number of customers. */
  public static TpceSettings of(
      int customers, int days, int scaleFactor, TpceMix mix, int groupPercent, long seed) {
    return new TpceSettings(
        customers,
        days,
        scaleFactor,
        CUSTOMERS_PER_BROKER,
        MARKET_DAYS,
        mix,
        groupPercent,
        2_000_000,
        1 << 14,
        seed);
  }

  /** Returns settings for tests, with ten customers for each broker and 20 days of the market. */
  public static TpceSettings small(int customers, int scaleFactor, TpceMix mix, long seed) {
    return new TpceSettings(customers, 1, scaleFactor, 10, 20, mix, 20, 10_000, 1 << 10, seed);
  }

  /** Returns these settings with another number of transactions drawn for each client. */
  public TpceSettings withDrawn(int newDrawn) {
    return new TpceSettings(
        customers,
        days,
        scaleFactor,
        customersPerBroker,
        marketDays,
        mix,
        groupPercent,
        expectedTransactions,
        newDrawn,
        seed);
  }

  /** Returns the number of accounts. */
  public int accounts() {
    return customers * Customers.MEAN_ACCOUNTS;
  }

  /** Returns the number of accounts that an analytic transaction reads. */
  public int groupAccounts() {
    return Math.max(1, (int) ((long) accounts() * groupPercent / 100));
  }

  /** Returns the number of slots; drawing a slot draws a customer with a weight by tier. */
  public int slots() {
    return customers * Customers.MEAN_SLOTS;
  }

  /** Returns the number of brokers. */
  public int brokers() {
    return customers / customersPerBroker;
  }

  /** Returns the broker of a customer. All accounts of a customer have the same broker. */
  public int brokerOf(int customer) {
    return customer / customersPerBroker;
  }

  /** Returns the number of companies. */
  public int companies() {
    return customers / 2;
  }

  /** Returns the number of securities, which is less than twice the number of companies. */
  public int securities() {
    return customers * 685 / 1_000;
  }

  /** Returns the number of loaded trades. */
  public int trades() {
    return (int) trades(customers, days, scaleFactor);
  }
}
