package dev.yardmaster.proof.checker;

/**
 * The reads, or the writes, of all transactions: one row for each access, with the rows of a
 * transaction next to each other.
 */
final class AccessColumns {

  /**
   * The first row of each transaction, which is also the end of the previous transaction's rows.
   */
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
   * Returns the column of keys, which has been overwritten with slots, and drops the other columns.
   * A separate column of slots would need more memory, and the other columns are not needed any
   * more.
   */
  int[] toSlots() {
    versions = null;
    digests = null;
    return keys;
  }
}
