package dev.yardmaster.jdbc.admission;

/**
 * Measures how much time aborts cost one class of transactions. Only the thread that checks the
 * trials uses the object.
 */
final class ClassCosts {
  /** The share of the transactions' time that aborts must cost before scheduling is tried. */
  static final double MIN_LOST = 0.2;

  /** The minimum number of transactions for a measurement of the share of lost time. */
  private static final int MIN_COMPLETED = 50;

  /** The minimum number of aborted transactions for a measurement of the cost of an abort. */
  private static final int MIN_RETRIED = 10;

  /**
   * A class is no longer contended after this number of consecutive measurements in which the class
   * was not scheduled and lost little time.
   */
  private static final int MIN_CALM_WINDOWS = 10;

  private final TransactionClass subject;
  private final long maxWaitNs;
  private double lostShare;
  private int calmWindows;
  private long completedBefore;
  private long busyBeforeNs;
  private long lostBeforeNs;
  private long retriedBefore;
  private long retriedLostBeforeNs;

  ClassCosts(TransactionClass subject, long maxWaitNs) {
    this.subject = subject;
    this.maxWaitNs = maxWaitNs;
  }

  /** Returns the share of time that was lost in the last measurement. */
  double lostShare() {
    return lostShare;
  }

  /**
   * Ends a measurement and begins the next measurement, if enough transactions have completed since
   * the last measurement.
   */
  void measure() {
    long lostNs = subject.lostNs.sum();
    if (subject.completed.sum() - completedBefore >= MIN_COMPLETED) {
      lostShare =
          (double) (lostNs - lostBeforeNs) / Math.max(1, subject.busyNs.sum() - busyBeforeNs);
      begin();
      calmWindows = subject.isScheduled() || lostShare >= MIN_LOST ? 0 : calmWindows + 1;
      if (lostShare >= MIN_LOST) {
        subject.contend(true);
      } else if (calmWindows >= MIN_CALM_WINDOWS) {
        subject.contend(false);
      }
    }
    long retried = subject.retried.sum();
    if (retried - retriedBefore >= MIN_RETRIED) {
      long costNs = (lostNs - retriedLostBeforeNs) / (retried - retriedBefore);
      subject.waitAtMost(Math.min(maxWaitNs, costNs));
      retriedBefore = retried;
      retriedLostBeforeNs = lostNs;
    }
  }

  /** Begins a measurement. */
  void begin() {
    completedBefore = subject.completed.sum();
    busyBeforeNs = subject.busyNs.sum();
    lostBeforeNs = subject.lostNs.sum();
  }
}
