package dev.yardmaster.benchmarks.jdbc.bank;

/**
 * The places of customers in the tables. Customers are drawn by their popularity; 0 is the most
 * popular. A database keeps neighbouring rows on one page, so the most popular customers would
 * conflict with each other. In a real bank there is no such conflict. Therefore this class scatters
 * customers by a one-to-one map of 0 to {@code customers - 1}.
 */
final class Placement {

  private static final double GOLDEN_RATIO = 0.6180339887498949;

  private final int customers;
  private final long stride;

  Placement(int customers) {
    this.customers = customers;
    this.stride = stride(customers);
  }

  /**
   * Returns a stride that visits every place once before it repeats a place, and that scatters the
   * first places.
   */
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
