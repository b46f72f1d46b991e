package dev.yardmaster.benchmarks.experiment;

/**
 * Who runs the transactions.
 *
 * @param workers how many
 * @param simulated whether they take turns under virtual time, or have threads
 */
public record Parallelism(int workers, boolean simulated) {

  /** For people, and in keys. */
  public String label() {
    return workers + (simulated ? " simulated workers" : workers == 1 ? " thread" : " threads");
  }
}
