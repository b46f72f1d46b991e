package dev.yardmaster.proof.checker;

/**
 * The columns of all reads, or of all writes, of a history. Each access is a row, and the rows of
 * one transaction are consecutive.
 */
final class AccessColumns {

  /**
   * For each transaction, its first row, which is also the end of the previous transaction's rows.
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
   * Returns the column of keys, in which the keys have been replaced by slots (numbers of
   * versions), and discards the other columns. The same array is used because a separate column of
   * slots would need more memory.
   */
  int[] toSlots() {
    versions = null;
    digests = null;
    return keys;
  }
}
