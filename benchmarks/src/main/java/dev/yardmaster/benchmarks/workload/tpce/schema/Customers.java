package dev.yardmaster.benchmarks.workload.tpce.schema;

/**
 * The customers' tiers and accounts. A pattern of ten customers repeats: two customers of tier 1
 * have 1 to 4 accounts each, six customers of tier 2 have 2 to 8 accounts each, and two customers
 * of tier 3 have 5 to 10 accounts each. Customers have five accounts on average. Customers and
 * accounts are counted from 0; the accounts have consecutive numbers in the order of their
 * customers.
 *
 * <p>A customer of tier 3 trades three times as often as a customer of tier 1. Therefore each
 * customer has as many <em>slots</em> as the number of its tier: 1, 2 or 3. A random slot selects a
 * random customer with this weight.
 */
public final class Customers {

  /** The number of customers after which the pattern of tiers repeats. */
  public static final int PATTERN = 10;

  /** The mean number of accounts of a customer. */
  public static final int MEAN_ACCOUNTS = 5;

  /**
   * The mean number of slots of a customer; slots are the weights with which customers are drawn.
   */
  public static final int MEAN_SLOTS = 2;

  private static final int[] TIERS = {1, 2, 2, 3, 2, 2, 1, 2, 3, 2};
  private static final int[] ACCOUNTS = {1, 4, 5, 10, 2, 8, 4, 6, 5, 5};
  private static final int[] FIRST_SLOT = sumsBefore(TIERS);
  private static final int[] FIRST_ACCOUNT = sumsBefore(ACCOUNTS);
  private static final int[] OF_SLOT = owners(TIERS, PATTERN * MEAN_SLOTS);
  private static final int[] OF_ACCOUNT = owners(ACCOUNTS, PATTERN * MEAN_ACCOUNTS);

  private Customers() {}

  private static int[] sumsBefore(int[] counts) {
    int[] sums = new int[counts.length];
    for (int i = 1; i < counts.length; i++) {
      sums[i] = sums[i - 1] + counts[i - 1];
    }
    return sums;
  }

  private static int[] owners(int[] counts, int all) {
    int[] owners = new int[all];
    int next = 0;
    for (int i = 0; i < counts.length; i++) {
      for (int j = 0; j < counts[i]; j++) {
        owners[next++] = i;
      }
    }
    return owners;
  }

  /** Returns a customer's tier, 1 to 3. */
  public static int tier(int customer) {
    return TIERS[customer % PATTERN];
  }

  /** Returns the number of a customer's accounts, 1 to 10. */
  public static int accounts(int customer) {
    return ACCOUNTS[customer % PATTERN];
  }

  /** Returns a customer's first account. */
  public static int firstAccount(int customer) {
    return customer / PATTERN * (PATTERN * MEAN_ACCOUNTS) + FIRST_ACCOUNT[customer % PATTERN];
  }

  /** Returns the customer who owns an account. */
  public static int ofAccount(int account) {
    int all = PATTERN * MEAN_ACCOUNTS;
    return account / all * PATTERN + OF_ACCOUNT[account % all];
  }

  /** Returns the number of a customer's first slot. */
  public static int firstSlot(int customer) {
    return customer / PATTERN * (PATTERN * MEAN_SLOTS) + FIRST_SLOT[customer % PATTERN];
  }

  /** Returns the customer of a slot. */
  public static int ofSlot(int slot) {
    int all = PATTERN * MEAN_SLOTS;
    return slot / all * PATTERN + OF_SLOT[slot % all];
  }
}
