package dev.yardmaster.proof.checker;

/**
 * The columns for the transactions themselves, without their accesses; each row is a transaction.
 */
final class TransactionColumns {

  final long[] ids;
  final long[] commitVersions;
  final long[] beginsNs;
  final long[] endsNs;

  TransactionColumns(int transactions) {
    ids = new long[transactions];
    commitVersions = new long[transactions];
    beginsNs = new long[transactions];
    endsNs = new long[transactions];
  }

  int size() {
    return ids.length;
  }

  /** Returns whether the first transaction had ended before the second one began. */
  boolean isBefore(int first, int second) {
    return endsNs[first] < beginsNs[second];
  }
}
