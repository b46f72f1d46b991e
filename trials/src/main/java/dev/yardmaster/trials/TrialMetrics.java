package dev.yardmaster.trials;

/**
 * The metrics that trials read from a system that runs transactions. All counts are totals since
 * the start of the system. Any thread may call any method.
 */
public interface TrialMetrics {

  /** Returns the number of transactions that committed, or that their own logic aborted. */
  long completed();

  /**
   * Returns how many times transactions had to wait for admission, or as many transactions were in
   * flight as possible. If this number does not grow, arrivals are the limit, and the number of
   * commits gives no information about a setting.
   */
  long fullCycles();

  /** Returns the number of transactions in flight at the moment. */
  long inFlight();

  /**
   * Returns whether the last setting that the system was given is already in force. An interval of
   * a trial starts to count only when this is the case. By default a setting is in force
   * immediately.
   */
  default boolean isInForce() {
    return true;
  }

  /**
   * Returns the cost of the completed transactions up to now, in ns. A trial keeps the setting that
   * completes more transactions at the same cost. By default the cost is the elapsed time. A system
   * that is limited by its arrivals may return the time that its transactions took.
   */
  default long costNs(long nowNs) {
    return nowNs;
  }

  /** Returns the number of pairs of first attempts that were tested for an edge (a conflict). */
  default long probes() {
    return 0;
  }

  /** Returns the number of tested pairs with an edge. */
  default long edgesProbed() {
    return 0;
  }
}
