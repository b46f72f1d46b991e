package dev.yardmaster.benchmarks.workload.tpce.schema;

/**
 * The rates that are loaded into the tables, and the amounts computed from rates. Transactions read
 * the rates from the tables. All amounts are whole cents, rounded down.
 */
public final class Rates {

  /** The number of a customer's tax rates. */
  public static final int TAXES_OF_CUSTOMER = 2;

  /** The number of ranges of quantities with different commissions. */
  public static final int COMMISSION_RANGES = 4;

  /** The status of an account whose owner pays no tax. */
  public static final int NOT_TAXED = 0;

  /** The status of an account for which the broker withholds the tax. */
  public static final int WITHHELD = 1;

  /** The number of tax statuses. */
  public static final int TAX_STATUSES = 3;

  private static final int MIN_TAX = 5_000;
  private static final int TAX_STEPS = 10_000;
  private static final long TAX_UNIT = 100_000;
  private static final long COMMISSION_UNIT = 10_000;
  private static final int[] RANGE_FROM = {1, 101, 401, 601};

  private Rates() {}

  /** Returns the id of one of a customer's tax rates. */
  public static int taxId(int customer, int place) {
    return Choices.hash(customer, -4 - place, ReferenceTables.TAX_RATES);
  }

  /** Returns a tax rate, in hundred-thousandths. */
  public static int tax(int id) {
    return MIN_TAX + Choices.hash(id, -6, TAX_STEPS);
  }

  /** Returns the least quantity of a range of quantities. */
  public static int fromQuantity(int range) {
    return RANGE_FROM[range];
  }

  /** Returns the greatest quantity of a range of quantities. */
  public static int toQuantity(int range) {
    return range + 1 == COMMISSION_RANGES ? Integer.MAX_VALUE : RANGE_FROM[range + 1] - 1;
  }

  /** Returns a commission, in ten-thousandths of a trade's value. */
  public static int commission(int tier, int kind, int exchange, int range) {
    return 100 - 15 * tier - 10 * range + 3 * kind + exchange;
  }

  /** Returns the index of the range that contains a quantity. */
  public static int rangeOf(long quantity) {
    int range = 0;
    while (quantity > toQuantity(range)) {
      range++;
    }
    return range;
  }

  /** Returns the fee of an order, in cents. */
  public static int charge(int kind, int tier) {
    return 600 + 100 * kind - 100 * tier;
  }

  /** Returns the commission of a trade, in cents. */
  public static long commissionCents(long rate, long quantity, long priceCents) {
    return rate * quantity * priceCents / COMMISSION_UNIT;
  }

  /** Returns the tax on a gain, in cents; 0 for a loss. */
  public static long taxCents(long gainCents, long rate, long status) {
    return status == NOT_TAXED || gainCents <= 0 ? 0 : gainCents * rate / TAX_UNIT;
  }

  /** Returns the amount that a trade adds to the account, in cents; negative for a purchase. */
  public static long settledCents(
      boolean isSell, long valueCents, long feesCents, long taxCents, long status) {
    long amount = isSell ? valueCents - feesCents : -valueCents - feesCents;
    return status == WITHHELD ? amount - taxCents : amount;
  }

  /** Returns the tax status of a loaded account. */
  public static int taxStatus(int account) {
    return Choices.hash(account, -7, TAX_STATUSES);
  }

  /** Returns the loaded balance of an account before its first trade, in cents. */
  public static long openingCents(int account) {
    return 100_000_000L + Choices.hash(account, -8, 100_000_000);
  }

  /** Returns the number of the exchange that lists a security. */
  public static int exchangeOf(int security) {
    return security % ReferenceTables.EXCHANGES;
  }
}
