package dev.yardmaster.benchmarks.experiment.batching;

import java.util.List;

/**
 * How large the experiments on the engine are run.
 *
 * @param records of YCSB's table
 * @param workers numbers of simulated workers, ascending; the last is used wherever there is one
 *     number
 * @param threads numbers of workers with threads of their own, ascending
 * @param skews theta of Zipf's law, ascending
 * @param virtualSeconds recorded in a round of simulated workers
 * @param virtualWarmUpSeconds before it
 */
record EngineScale(
    int records,
    List<Integer> workers,
    List<Integer> threads,
    List<Double> skews,
    double virtualSeconds,
    double virtualWarmUpSeconds) {

  private static final int FEWEST_RECORDS = 1_000;

  /** Copies the lists. */
  EngineScale {
    workers = List.copyOf(workers);
    threads = List.copyOf(threads);
    skews = List.copyOf(skews);
  }

  /** The same with no more records, but for the fewest that YCSB may have. */
  EngineScale atMost(int most) {
    return new EngineScale(
        Math.min(records, Math.max(FEWEST_RECORDS, most)),
        workers,
        threads,
        skews,
        virtualSeconds,
        virtualWarmUpSeconds);
  }

  /** The most simulated workers. */
  int mostWorkers() {
    return workers.get(workers.size() - 1);
  }

  /** The most threads. */
  int mostThreads() {
    return threads.get(threads.size() - 1);
  }
}
