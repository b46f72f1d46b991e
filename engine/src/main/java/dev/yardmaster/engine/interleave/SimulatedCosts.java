package dev.yardmaster.engine.interleave;

/**
 * The costs of a worker's actions in virtual time. An action takes a random time, drawn uniformly
 * between 0.5 and 1.5 times the cost.
 *
 * @param accessNs an access of a transaction's logic to a record
 * @param scannedAccessNs a row of a scan for which the protocol creates an {@code Access}
 * @param scannedRowNs a row of a scan for which the protocol creates no {@code Access}
 * @param stepNs locking a record for a write, or installing a record
 * @param registerNs registering a commit in a list of writers
 * @param transferNs the transfer of a cache line from another worker's cache. A read costs a
 *     transfer if another worker has changed the line since this worker last had a copy. A change
 *     also costs a transfer if another worker has a copy
 * @param examineNs locking a record for a read, reading a record again, or examining a write or
 *     list entry to validate a scan
 * @param awaitNs the maximum duration of the first round of a wait; the maximum doubles with each
 *     further round. A round ends earlier if another worker changes a cache line that the waiting
 *     worker has read
 * @param restartNs the work after an abort, before the pause that precedes the next attempt
 * @param spinNs one spin of this pause or of a wait
 * @param changeNs an atomic change of a word, without the transfer of its cache line
 * @param copyNs a copy of 1 KiB of a row, without the transfer of its cache lines
 * @param commitNs the delay of an interactive client's request to commit
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
    long spinNs,
    long changeNs,
    long copyNs,
    long commitNs) {

  /**
   * Returns the costs of an engine in memory. An access misses the CPU's caches, the steps of a
   * commit mostly hit the caches, and a scan reads rows that are adjacent in memory.
   *
   * <p>The costs of scans are set relative to the cost of an update, which is one access and two
   * steps. The ratios were measured with 3 million records of 100 bytes, on one thread, while other
   * programs used the machine. An update took 1,000 to 1,200 ns of CPU time. A scan of 1,500 rows
   * took 43 ns for each row under {@code lrv} and 22 ns under {@code rocc}. Reading a scanned row
   * again took 5 ns, and registering a commit in one of 4,919 ranges took 90 to 105 ns. The costs
   * that this method returns are about half of the measured times.
   *
   * <p>The costs of shared words, rows and spins were measured by {@code CacheLineBenchmark} with 2
   * forks of 5 iterations of 0.5 s, on JDK 17 and two cores of a shared AMD EPYC with one common
   * cache. The returned costs are also half of these measured times.
   *
   * <ul>
   *   <li>If two threads alternately change a word, two changes take 82 ns. Each change needs two
   *       transfers: one to read the word, and one to change it. So a transfer takes 20 ns, and its
   *       cost is 10 ns.
   *   <li>A compare-and-set of a word that no other thread uses takes 2.5 ns, and two atomic
   *       changes of a bit take 5.2 ns. So a change takes 2.5 ns.
   *   <li>A copy of a row of 1 KiB takes 11 ns. If the two threads also copy a row from and to
   *       shared memory, two changes take 196 ns with a row of 64 bytes and 249 ns with a row of 1
   *       KiB. So only the first line of a row costs transfers; each further line costs 0.9 ns for
   *       a copy.
   *   <li>A spin takes 25 ns.
   * </ul>
   *
   * <p>{@code WorkerCostMeasurement} measures the costs of an access, of a step and of a restart
   * with transactions on two threads. Decision 0070 describes the result and the remaining
   * differences.
   *
   * <p>A cache line can be transferred to one worker at a time, so workers that request the same
   * line wait for one another. On machines with several sockets a transfer takes several times
   * longer.
   */
  public static SimulatedCosts inMemory() {
    return new SimulatedCosts(400, 22, 11, 60, 50, 10, 3, 60, 200, 12, 1, 6, 0);
  }

  /**
   * Returns these costs, and adds the delay of an interactive client to each access, each scanned
   * row and each commit.
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
        spinNs,
        changeNs,
        copyNs,
        commitNs + delayNs);
  }
}
