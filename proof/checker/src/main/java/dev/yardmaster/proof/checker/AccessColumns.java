package dev.yardmaster.proof.checker;

import org.jspecify.annotations.NullUnmarked;

/**
 * The columns for all reads, or for all writes, of a history. Each access is a row, and the rows of
 * one transaction are consecutive.
 */
@NullUnmarked // Internal: fields and results may be null.
final class AccessColumns {

  /**
   * For each transaction, the number of its first row. The rows of the previous transaction end
   * before this row.
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
   * Replaces the keys in their column by slots (numbers of versions), discards the other columns,
   * and returns the column of slots. The slots are stored in the keys' array, because a separate
   * array would need more memory.
   */
  int[] toSlots() {
    versions = null;
    digests = null;
    return keys;
  }
}
