package dev.yardmaster.proof.checker;

/** What is known of each transaction apart from its accesses; a row is a transaction. */
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

  /** Whether the first had ended when the second began. */
  boolean isBefore(int first, int second) {
    return endsNs[first] < beginsNs[second];
  }
}
