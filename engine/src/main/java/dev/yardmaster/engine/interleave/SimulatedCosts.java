package dev.yardmaster.engine.interleave;

/**
 * What a worker's doings cost in virtual time. Each is drawn between half and one and a half of the
 * figure.
 *
 * @param accessNs an access to a record by a transaction's logic
 * @param stepNs a record that a commit locks, checks or installs
 * @param awaitNs another look at what a worker waits for
 * @param restartNs the way from an abort to the next attempt
 */
public record SimulatedCosts(long accessNs, long stepNs, long awaitNs, long restartNs) {

  /** Of an engine in memory: an access misses the caches, a commit's steps mostly do not. */
  public static SimulatedCosts inMemory() {
    return new SimulatedCosts(400, 60, 60, 200);
  }

  /** The same with a client that is so far away from each access. */
  public SimulatedCosts interactive(long delayNs) {
    return new SimulatedCosts(accessNs + delayNs, stepNs, awaitNs, restartNs);
  }
}
