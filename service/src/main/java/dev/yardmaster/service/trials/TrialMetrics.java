package dev.yardmaster.service.trials;

/** What trials see of a system that runs transactions: totals since its start. Any thread. */
public interface TrialMetrics {

  /** Transactions that took place, or were decided against by their own logic. */
  long completed();

  /**
   * How often more transactions were there than could go on, or there was room for no more. Without
   * any, arrivals are the limit, and nothing can be learnt from how many commit.
   */
  long fullCycles();

  /** Transactions in flight now. */
  long inFlight();

  /** Pairs of first attempts that were looked at for an edge from one to the other. */
  default long probes() {
    return 0;
  }

  /** Those of them with the edge. */
  default long edgesProbed() {
    return 0;
  }
}
