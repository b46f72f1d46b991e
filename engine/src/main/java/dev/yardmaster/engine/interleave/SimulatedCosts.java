package dev.yardmaster.engine.interleave;

/**
 * The costs of a worker's actions in virtual time. An action costs a random time, drawn uniformly
 * between 0.5 and 1.5 times the figure.
 *
 * @param accessNs an access to a record by a transaction's logic
 * @param scannedAccessNs a row of a scan that gets an access of its own
 * @param scannedRowNs a row of a scan that gets no access
 * @param stepNs a record that a commit locks, checks or installs
 * @param registerNs the registration of a commit in a list of writers, if another worker was the
 *     last to write to the list
 * @param transferNs the first cache line of data, if another worker was the last to write the data
 * @param examineNs a record, write or list entry that a commit examines to validate a scan
 * @param awaitNs one more check of a condition that a worker waits for
 * @param restartNs the time from an abort to the pause before the next attempt
 * @param spinNs one spin of that pause
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
    long restartNs,
    long spinNs) {

  /**
   * Returns the costs of an engine in memory. An access misses the processor's caches, the steps of
   * a commit mostly hit the caches, and a scan reads rows that are adjacent in memory.
   *
   * <p>The costs of scans are set in proportion to the cost of an update, which is an access and
   * two steps. The proportions were measured with 3 million records of 100 bytes, on one thread of
   * a busy machine. An update took 1,000 to 1,200 ns of processor time. A scan of 1,500 rows took
   * 43 ns for each row under {@code lrv} and 22 ns under {@code rocc}. Reading a scanned row again
   * took 5 ns, and registering in one of 4,919 ranges took 90 to 105 ns. So 1 ns of these costs
   * stands for about 2 ns of that measurement.
   *
   * <p>The following cost is assumed, not measured: a cache line that another core was the last to
   * write takes 100 ns of that measurement. A commit pays this cost for each list in which it
   * registers: under {@code rocc} one list for each range, under {@code gwv} one list for each
   * commit. A validation pays this cost for the record of each writer that it examines. Two costs
   * are left out: the time that commits wait for the cache line of {@code gwv}'s single list, and
   * the time to increment the counter of timestamps, which all protocols have.
   */
  public static SimulatedCosts inMemory() {
    return new SimulatedCosts(400, 22, 11, 60, 50, 50, 3, 60, 200, 15);
  }

  /**
   * Returns these costs with the delay of an interactive client added to each access and each
   * scanned row.
   */
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
        restartNs,
        spinNs);
  }
}
