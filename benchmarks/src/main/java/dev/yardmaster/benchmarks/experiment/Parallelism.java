package dev.yardmaster.benchmarks.experiment;

/**
 * The workers that run transactions.
 *
 * @param workers number of workers
 * @param simulated whether the workers are interleaved under virtual time instead of running on
 *     threads
 * @param delayUs additional time of each access, which simulates a network between the logic and
 *     the tables
 */
public record Parallelism(int workers, boolean simulated, int delayUs) {

  /** Creates workers whose accesses have no delay. */
  public Parallelism(int workers, boolean simulated) {
    this(workers, simulated, 0);
  }

  /** Returns a description of these workers, for reports and for the keys of points. */
  public String label() {
    return workers
        + (simulated ? " simulated workers" : workers == 1 ? " thread" : " threads")
        + (delayUs == 0 ? "" : " with " + delayUs + " us an access");
  }
}
