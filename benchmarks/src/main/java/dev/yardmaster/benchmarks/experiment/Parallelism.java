package dev.yardmaster.benchmarks.experiment;

/**
 * The workers that run transactions.
 *
 * @param workers number of workers
 * @param simulated whether they are interleaved under virtual time instead of having threads
 */
public record Parallelism(int workers, boolean simulated) {

  /** Returns a text for readers and for keys. */
  public String label() {
    return workers + (simulated ? " simulated workers" : workers == 1 ? " thread" : " threads");
  }
}
