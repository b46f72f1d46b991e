package dev.yardmaster.proof.checker;

/**
 * A set of transactions, in the orders in which they began and ended.
 *
 * <p>The transactions that ended before another transaction began are a prefix of the members in
 * the order of their ends. So a quadratic number of real-time edges can be followed without storing
 * them.
 */
final class Members {

  private final int[] byBegin;
  private final int[] byEnd;

  private Members(int[] byBegin, int[] byEnd) {
    this.byBegin = byBegin;
    this.byEnd = byEnd;
  }

  static Members all(TransactionColumns transactions) {
    return new Members(RadixOrder.of(transactions.beginsNs), RadixOrder.of(transactions.endsNs));
  }

  /** Returns the transactions, the earliest begin first. The caller must not change the array. */
  int[] byBegin() {
    return byBegin;
  }

  /** Returns the transactions, the earliest end first. The caller must not change the array. */
  int[] byEnd() {
    return byEnd;
  }

  int size() {
    return byBegin.length;
  }

  boolean isEmpty() {
    return byBegin.length == 0;
  }

  /**
   * Returns the subset of the members for which {@code keep} is true; {@code kept} is the number of
   * these members.
   */
  Members retain(boolean[] keep, int kept) {
    return new Members(retain(byBegin, keep, kept), retain(byEnd, keep, kept));
  }

  private static int[] retain(int[] order, boolean[] keep, int kept) {
    int[] retained = new int[kept];
    int next = 0;
    for (int transaction : order) {
      if (keep[transaction]) {
        retained[next++] = transaction;
      }
    }
    return retained;
  }
}
