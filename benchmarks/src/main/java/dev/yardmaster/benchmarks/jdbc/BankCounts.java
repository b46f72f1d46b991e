package dev.yardmaster.benchmarks.jdbc;

/**
 * The clients' counts in a recorded interval.
 *
 * @param committed transactions that committed; refused transactions are not included
 * @param refused transactions that committed without a write, because the balance of an account was
 *     too low
 * @param aborts attempts that ended in a conflict
 * @param deadlocks attempts that ended in a deadlock
 * @param mostAborts the highest number of aborts of one transaction that began within the interval
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
