package dev.yardmaster.service.trials;

/** What trials read from a system that runs transactions: totals since its start. Any thread may call any method. */
public interface TrialMetrics {

  /** Transactions that committed or were aborted by their own logic. */
  long completed();

  /**
   * Returns how often transactions had to wait for admission, or all places were taken. If this
   * does not grow, arrivals are the limit, and the number of commits says nothing about a setting.
   */
  long fullCycles();

  /** Transactions in flight at the moment. */
  long inFlight();

  /** Pairs of first attempts that were tested for an edge between them. */
  default long probes() {
    return 0;
  }

  /** Tested pairs with an edge. */
  default long edgesProbed() {
    return 0;
  }
}
