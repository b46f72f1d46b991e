package dev.yardmaster.benchmarks.experiment.batching;

import java.util.List;

/**
 * The sizes of the experiments on the engine.
 *
 * @param records number of records of YCSB's table
 * @param workers numbers of simulated workers, ascending; figures that need a single number use the
 *     last
 * @param threads numbers of workers with their own threads, ascending
 * @param skews theta of Zipf's law, ascending
 * @param virtualSeconds length of the recorded interval of simulated workers
 * @param virtualWarmUpSeconds length of the warm-up before the recorded interval
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

  /**
   * Returns this scale with at most the given number of records, but never fewer than YCSB needs.
   */
  EngineScale atMost(int most) {
    return new EngineScale(
        Math.min(records, Math.max(FEWEST_RECORDS, most)),
        workers,
        threads,
        skews,
        virtualSeconds,
        virtualWarmUpSeconds);
  }

  /** Returns the greatest number of simulated workers. */
  int mostWorkers() {
    return workers.get(workers.size() - 1);
  }

  /** Returns the greatest number of workers with their own threads. */
  int mostThreads() {
    return threads.get(threads.size() - 1);
  }
}
