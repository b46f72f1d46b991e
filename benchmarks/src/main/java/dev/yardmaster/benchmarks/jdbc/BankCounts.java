package dev.yardmaster.benchmarks.jdbc;

/**
 * What clients counted within a recorded interval.
 *
 * @param committed transactions that committed, without the refused
 * @param refused transactions that committed without having written, for want of money
 * @param aborts runs that a conflict ended
 * @param deadlocks those of them that were a deadlock
 * @param mostAborts the most of one transaction that began within the interval
 */
record BankCounts(long committed, long refused, long aborts, long deadlocks, int mostAborts) {

  static final BankCounts NONE = new BankCounts(0, 0, 0, 0, 0);

  BankCounts plus(BankCounts other) {
    return plus(other.committed, other.refused, other.aborts, other.deadlocks)
        .withMostAborts(other.mostAborts);
  }

  BankCounts plus(long moreCommitted, long moreRefused, long moreAborts, long moreDeadlocks) {
    return new BankCounts(
        committed + moreCommitted,
        refused + moreRefused,
        aborts + moreAborts,
        deadlocks + moreDeadlocks,
        mostAborts);
  }

  BankCounts withMostAborts(int aborts) {
    return aborts <= mostAborts
        ? this
        : new BankCounts(committed, refused, this.aborts, deadlocks, aborts);
  }
}
