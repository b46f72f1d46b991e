package dev.yardmaster.benchmarks.workload.tpce.schema;

/**
 * Choices that are functions of numbers only, so that the loader and the transactions agree on them
 * without reading tables: the securities and permitted persons of an account, and the numbers of
 * names.
 */
public final class Choices {

  /** The maximum number of securities that an account trades. */
  public static final int MAX_SECURITIES_OF_ACCOUNT = 18;

  /** A prime, so that a multiplication modulo this number scatters numbers without collisions. */
  private static final long PRIME = 2_147_483_647L;

  private static final long FACTOR = 48_271;

  private Choices() {}

  /** Returns the number of securities that an account trades, 1 to 18. */
  public static int securitiesOf(int account) {
    return 1 + hash(account, -1, MAX_SECURITIES_OF_ACCOUNT);
  }

  /**
   * Returns one of the securities that an account trades. Different places of an account can have
   * the same security.
   *
   * @param place index among the account's securities, counted from 0
   * @param securities number of all securities
   */
  public static int security(int account, int place, int securities) {
    return hash(account, place, securities);
  }

  /**
   * Returns the number of persons, besides the owner, who may trade for an account: 0 for 60 % of
   * the accounts, 1 for 38 %, and 2 for 2 %.
   */
  public static int othersOf(int account) {
    int percent = hash(account, -2, 100);
    return percent < 60 ? 0 : percent < 98 ? 1 : 2;
  }

  /**
   * Returns the customer number of a person who may trade for an account.
   *
   * @param place 0 or 1, below {@link #othersOf}
   */
  public static int other(int account, int place, int customers) {
    int owner = Customers.ofAccount(account);
    // The two persons are different, and neither of them is the owner.
    return (owner + 1 + place + 2 * hash(account, -3, (customers - 1) / 2)) % customers;
  }

  /**
   * Returns the scattered number that serves as a customer's tax id, or as a part of a company's or
   * broker's name.
   */
  public static int scattered(int number) {
    return (int) ((number + 1L) * FACTOR % PRIME);
  }

  /** Returns a number from 0 to {@code bound - 1} that depends on two numbers. */
  static int hash(int number, int place, int bound) {
    long mixed = (number * 0x9E3779B97F4A7C15L + place) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 31)) * 0x94D049BB133111EBL;
    return (int) ((mixed >>> 33) % bound);
  }
}
