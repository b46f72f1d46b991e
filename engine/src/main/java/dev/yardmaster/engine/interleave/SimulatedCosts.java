package dev.yardmaster.engine.interleave;

/**
 * The costs of a worker's actions in virtual time. Each cost is drawn uniformly between half and
 * one and a half times the figure.
 *
 * @param accessNs an access to a record by a transaction's logic
 * @param scannedAccessNs a row of a scan that is also an access
 * @param scannedRowNs a row of a scan that is not an access
 * @param stepNs a record that a commit locks, checks or installs
 * @param registerNs the registration of a commit in a list of writers that another worker has
 *     written last
 * @param transferNs the first cache line of data that another worker has written last
 * @param examineNs a record, write or entry that a commit examines to validate a scan
 * @param awaitNs one more check of a condition that a worker waits for
 * @param restartNs the time from an abort to the next attempt
 */
public record SimulatedCosts(
    long accessNs,
    long scannedAccessNs,
    long scannedRowNs,
    long stepNs,
    long registerNs,
    long transferNs,
    long examineNs,
    long awaitNs,
    long restartNs) {

  /**
   * Returns the costs of an engine in memory: an access misses the caches, the steps of a commit
   * mostly hit them, and a scan reads rows that lie next to each other.
   *
   * <p>The costs of scans are set in proportion to an update, which is an access and two steps
   * here. With 3 million records of 100 bytes on one thread of a busy machine, an update took 1,000
   * to 1,200 ns of processor time, a scan of 1,500 rows 43 ns a row under {@code lrv} and 22 under
   * {@code rocc}, reading such a row again 5 ns, and registering in one of 4,919 ranges 90 to 105
   * ns. So 1 ns here is about 2 ns there.
   *
   * <p>Assumed, not measured: a cache line that another core has written last takes 100 ns. The
   * list that a commit enters is such a line: under {@code rocc} one in each range, under {@code
   * gwv} one for each commit. So is the record of each writer that a validation examines. Two costs
   * are left out: commits that queue for the cache line of {@code gwv}'s single list, and the
   * counter of timestamps, which all protocols have.
   */
  public static SimulatedCosts inMemory() {
    return new SimulatedCosts(400, 22, 11, 60, 50, 50, 3, 60, 200);
  }

  /** Returns these costs with a client whose delay is added to each access and each scanned row. */
  public SimulatedCosts interactive(long delayNs) {
    return new SimulatedCosts(
        accessNs + delayNs,
        scannedAccessNs + delayNs,
        scannedRowNs + delayNs,
        stepNs,
        registerNs,
        transferNs,
        examineNs,
        awaitNs,
        restartNs);
  }
}
