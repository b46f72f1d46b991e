package dev.yardmaster.trials;

/**
 * The metrics that trials read from a system that runs transactions. All counts are totals since
 * the start of the system. Any thread may call any method.
 */
public interface TrialMetrics {

  /** Returns the number of transactions that committed, or that their own logic aborted. */
  long completed();

  /**
   * Returns the number of duty cycles in which transactions had to wait for admission, or the limit
   * of transactions in flight was reached. While this number does not grow, the arrivals limit the
   * throughput, so the number of commits does not depend on the settings.
   */
  long fullCycles();

  /** Returns the number of transactions in flight at the moment. */
  long inFlight();

  /**
   * Returns whether the system's newest setting has taken effect. An interval of a trial begins to
   * count only when the method returns true. By default, a setting takes effect immediately.
   */
  default boolean isInForce() {
    return true;
  }

  /**
   * Returns the total cost of the completed transactions so far, in ns. A trial keeps the setting
   * that completes more transactions at the same cost. By default the cost is the elapsed time. If
   * the arrivals limit a system's throughput, the system may instead return the total time that its
   * transactions took.
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
