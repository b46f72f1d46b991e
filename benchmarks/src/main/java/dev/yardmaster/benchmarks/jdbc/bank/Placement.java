package dev.yardmaster.benchmarks.jdbc.bank;

/**
 * Where customers are in the tables. They are drawn by their popularity, 0 first; a database keeps
 * neighbours on one page, where those whom everybody wants would be in each other's way, which no
 * bank's customers are. So they are scattered: a one-to-one map of 0 to {@code customers - 1}.
 */
final class Placement {

  private static final double GOLDEN_RATIO = 0.6180339887498949;

  private final int customers;
  private final long stride;

  Placement(int customers) {
    this.customers = customers;
    this.stride = stride(customers);
  }

  /** A stride that meets every place before it comes to one again, and spreads the first ones. */
  private static long stride(int customers) {
    long stride = Math.max(1, Math.round(customers * GOLDEN_RATIO));
    while (gcd(stride, customers) != 1) {
      stride++;
    }
    return stride;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  long of(int popularity) {
    return popularity * stride % customers;
  }
}
