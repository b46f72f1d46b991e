package dev.yardmaster.benchmarks.workload.ycsb;

/**
 * The numbers of requests of small and of big transactions. If there are no big transactions, all
 * transactions have the same number of requests.
 *
 * @param small number of requests of a small transaction; 1 to 256
 * @param big number of requests of a big transaction; 1 to 256
 * @param bigPercent percentage of transactions that are big
 */
public record RequestCounts(int small, int big, int bigPercent) {

  private static final int MOST = 256;

  /** Checks that all values are in their ranges. */
  public RequestCounts {
    if (small < 1 || small > MOST || big < 1 || big > MOST || bigPercent < 0 || bigPercent > 100) {
      throw new IllegalArgumentException(
          "transactions have 1 to 256 requests, and 0 to 100 percent are big: small="
              + small
              + ", big="
              + big
              + ", bigPercent="
              + bigPercent);
    }
  }

  /** Returns counts in which all transactions have the same number of requests. */
  public static RequestCounts of(int requests) {
    return new RequestCounts(requests, requests, 0);
  }

  /** Returns whether there are big transactions. */
  public boolean hasBig() {
    return bigPercent > 0;
  }

  /** Returns the highest number of requests of a transaction. */
  public int most() {
    return Math.max(small, big);
  }

  @Override
  public String toString() {
    return hasBig() ? small + " (" + bigPercent + " %: " + big + ")" : Integer.toString(small);
  }
}
