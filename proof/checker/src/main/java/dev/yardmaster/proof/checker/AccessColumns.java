package dev.yardmaster.proof.checker;

/**
 * The reads, or the writes, of all transactions: one row each, those of a transaction next to each
 * other.
 */
final class AccessColumns {

  /** Where the rows of a transaction start; those of the next one start where they end. */
  final int[] starts;

  final int[] keys;
  long[] versions;
  int[] digests;
  private int rows;

  AccessColumns(int transactions, int rows) {
    starts = new int[transactions + 1];
    keys = new int[rows];
    versions = new long[rows];
    digests = new int[rows];
  }

  void add(int key, long version, int digest) {
    keys[rows] = key;
    versions[rows] = version;
    digests[rows] = digest;
    rows++;
  }

  /** Ends the rows of a transaction. */
  void end(int transaction) {
    starts[transaction + 1] = rows;
  }

  /**
   * Gives up the columns for that of slots, which were written over the keys: another column would
   * cost as much memory again, and the others are not needed any more.
   */
  int[] toSlots() {
    versions = null;
    digests = null;
    return keys;
  }
}
