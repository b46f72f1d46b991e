package dev.yardmaster.jdbc.advice;

import dev.yardmaster.jdbc.advice.AdvisedSystem.Totals;

/** The sums of all intervals of one side of a comparison. */
final class SideTotals {
  private static final double NS_PER_S = 1e9;

  private long ns;
  private long committed;
  private long conflicts;
  private long busyNs;
  private long lostNs;

  void add(long intervalNs, Totals counted) {
    ns += intervalNs;
    committed += counted.committed();
    conflicts += counted.conflicts();
    busyNs += counted.busyNs();
    lostNs += counted.lostNs();
  }

  double commitsPerSecond() {
    return committed * NS_PER_S / Math.max(1, ns);
  }

  /** Returns the share of the transactions' time that was lost by aborts. */
  double lostShare() {
    return (double) lostNs / Math.max(1, busyNs);
  }

  double conflictsPer100Commits() {
    return 100.0 * conflicts / Math.max(1, committed);
  }

  /** Returns whether this side has less than half of the other side's conflicts per commit. */
  boolean hasFewConflictsBeside(SideTotals other) {
    return 2 * conflictsPer100Commits() < other.conflictsPer100Commits();
  }
}
