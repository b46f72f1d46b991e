package dev.yardmaster.benchmarks.experiment;

/**
 * The workers that run transactions.
 *
 * @param workers number of workers
 * @param simulated whether the workers are interleaved under virtual time instead of running on
 *     threads
 */
public record Parallelism(int workers, boolean simulated) {

  /** Returns a text that reports show and keys of points contain. */
  public String label() {
    return workers + (simulated ? " simulated workers" : workers == 1 ? " thread" : " threads");
  }
}
