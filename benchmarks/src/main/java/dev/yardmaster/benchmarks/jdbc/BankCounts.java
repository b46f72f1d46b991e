package dev.yardmaster.benchmarks.jdbc;

/**
 * The clients' counts of a recorded interval.
 *
 * @param committed transactions that committed, without the refused
 * @param refused transactions that committed without having written, because an account held too
 *     little
 * @param aborts runs that a conflict ended
 * @param deadlocks aborts that a deadlock caused
 * @param mostAborts the most aborts of one transaction that began within the interval
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
