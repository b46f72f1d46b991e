package dev.yardmaster.benchmarks.jdbc.bank;

/**
 * Maps customers to customer numbers in the tables, so that popular customers are scattered over
 * the rows. The workload draws customers by popularity; customer 0 is the most popular. A database
 * stores rows with neighbouring keys on one page, so without scattering, transactions of the most
 * popular customers would conflict on pages. A real bank has no such conflicts. This class
 * therefore maps the numbers 0 to {@code customers - 1} one-to-one to other numbers of this range.
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
   * Returns a stride that scatters the numbers of the most popular customers, and reaches every
   * number once before a number repeats.
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
