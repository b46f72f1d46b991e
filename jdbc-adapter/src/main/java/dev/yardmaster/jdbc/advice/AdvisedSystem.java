package dev.yardmaster.jdbc.advice;

import dev.yardmaster.jdbc.figures.Advice;
import dev.yardmaster.trials.TrialMetrics;

/**
 * The system that an {@link Advisor} advises. The thread that runs the advisor calls the methods.
 */
public interface AdvisedSystem {

  /**
   * The counts of all transactions so far.
   *
   * @param committed transactions that committed
   * @param conflicts transactions that the database aborted on conflict
   * @param ended transactions that committed, rolled back, or were aborted by an error
   * @param unprotected transactions whose isolation excludes conflicts: read-only or READ COMMITTED
   * @param busyNs the time of all attempts
   * @param lostNs the part of this time that was lost by aborts
   */
  record Totals(
      long committed, long conflicts, long ended, long unprotected, long busyNs, long lostNs) {

    /** Returns the difference to earlier totals. */
    Totals since(Totals before) {
      return new Totals(
          committed - before.committed,
          conflicts - before.conflicts,
          ended - before.ended,
          unprotected - before.unprotected,
          busyNs - before.busyNs,
          lostNs - before.lostNs);
    }
  }

  /** Returns the counts of all transactions. */
  Totals totals();

  /** Returns the metrics of the transactions that scheduling may help. */
  TrialMetrics contended();

  /** Returns whether there are transactions that scheduling may help. */
  boolean isContended();

  /** Returns whether scheduling is switched on. */
  boolean isOn();

  /**
   * Begins a comparison. Until its end, only {@link #schedule} changes which transactions are
   * scheduled.
   */
  void beginComparison(long nowNs);

  /** Switches the scheduling of the contended transactions on or off, during a comparison. */
  void schedule(boolean on);

  /**
   * Ends a comparison.
   *
   * @param on whether scheduling is on from now on
   * @param verdict the result, with which the trials restart; null if the comparison was abandoned
   */
  void endComparison(boolean on, Advice.Verdict verdict, long nowNs);

  /** Switches scheduling on or off while no comparison runs. */
  void switchTo(boolean on, long nowNs);
}
