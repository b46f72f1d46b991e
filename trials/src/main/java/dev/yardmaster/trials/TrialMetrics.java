package dev.yardmaster.trials;

/**
 * The metrics that trials read from a system that runs transactions. All counts are totals since
 * the start of the system. Any thread may call any method.
 */
public interface TrialMetrics {

  /** Returns the number of transactions that committed, or that their own logic aborted. */
  long completed();

  /**
   * Returns how often transactions had to wait for admission, or all places in flight were
   * occupied. If this number does not grow, arrivals are the limit, and the number of commits gives
   * no information about a setting.
   */
  long fullCycles();

  /** Returns the number of transactions in flight at the moment. */
  long inFlight();

  /**
   * Returns whether the setting that the system was last made to use is in force. An interval of a
   * trial starts to count only then. By default a setting is in force at once.
   */
  default boolean isInForce() {
    return true;
  }

  /**
   * Returns the cost of the completed transactions up to now, in ns. A trial keeps the setting that
   * completes more transactions at the same cost. By default the cost is the time that has passed.
   * A system in which arrivals are the limit may return the time that its transactions took.
   */
  default long costNs(long nowNs) {
    return nowNs;
  }

  /** Returns the number of pairs of first attempts that were tested for an edge between them. */
  default long probes() {
    return 0;
  }

  /** Returns the number of tested pairs with an edge. */
  default long edgesProbed() {
    return 0;
  }
}
