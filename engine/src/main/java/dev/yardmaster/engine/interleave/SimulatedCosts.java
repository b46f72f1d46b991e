package dev.yardmaster.engine.interleave;

/**
 * What a worker's doings cost in virtual time. Each is drawn between half and one and a half of the
 * figure.
 *
 * @param accessNs an access to a record by a transaction's logic
 * @param scannedAccessNs a row of a scan, with an access
 * @param scannedRowNs a row of a scan, without one
 * @param stepNs a record that a commit locks, checks or installs
 * @param registerNs a list of writers that a commit enters itself in, and that another has written
 * @param transferNs the first cache line of what another worker has written last
 * @param examineNs a record, write or entry that a commit looks at to validate a scan
 * @param awaitNs another look at what a worker waits for
 * @param restartNs the way from an abort to the next attempt
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
   * Of an engine in memory: an access misses the caches, a commit's steps mostly do not, and a scan
   * goes through rows that lie one behind the other.
   *
   * <p>What belongs to scans is set in proportion to an update, an access and two steps here. With
   * 3 million records of 100 bytes on one thread, and the machine busy with other things, an update
   * took 1,000 to 1,200 ns of processor time, a scan of 1,500 rows 43 ns a row under {@code lrv}
   * and 22 under {@code rocc}, reading such a row again 5 ns, and registering 90 to 105 ns in one
   * of 4,919 ranges. So one here is about 2 ns there.
   *
   * <p>Assumed, not measured: a cache line that another core has written last takes 100 ns. A list
   * that a commit enters is such a line, under {@code rocc} in each range and under {@code gwv}
   * once for each commit; so is the record of each writer that a validation looks at. That many
   * enter {@code gwv}'s one list at the same time, and queue for its line, costs nothing extra
   * here, nor does the counter of timestamps, which all have.
   */
  public static SimulatedCosts inMemory() {
    return new SimulatedCosts(400, 22, 11, 60, 50, 50, 3, 60, 200);
  }

  /** The same with a client that is so far away from each access. */
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
