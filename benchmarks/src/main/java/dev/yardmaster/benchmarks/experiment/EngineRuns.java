package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.engine.ConfiguredSide;
import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;

/**
 * Who runs a point of the engine, for how long and how often.
 *
 * @param seconds recorded in a round; virtual ones of simulated workers
 * @param warmUpSeconds before it
 * @param repeats rounds of each side
 * @param seed of every random choice
 */
public record EngineRuns(
    Parallelism parallelism, double seconds, double warmUpSeconds, int repeats, long seed) {

  private static final double NS_PER_SECOND = 1e9;

  /** Transactions of a scheduler's batch for each worker, as in the batching paper, 5.5. */
  private static final int PER_WORKER = 4;

  /** About how much longer than virtual time simulated workers take, each. */
  private static final double SIMULATED_SLOWER = 20;

  private static final int MIN_DRAWN = 1 << 10;
  private static final int MAX_DRAWN = 1 << 18;
  private static final double FASTEST_CLIENT = 200_000;

  /**
   * So many transactions are to be drawn for each client that it does not run them twice, as far as
   * memory allows.
   */
  public int drawn() {
    int room = MAX_DRAWN / parallelism.workers();
    return (int) Math.max(MIN_DRAWN, Math.min(room, FASTEST_CLIENT * (seconds + warmUpSeconds)));
  }

  /** About how long a round takes by the clock, but for loading. */
  public double roundSeconds() {
    return (seconds + warmUpSeconds)
        * (parallelism.simulated() ? SIMULATED_SLOWER * parallelism.workers() : 1);
  }

  /**
   * A side of a point.
   *
   * @param label tells it from the others
   * @param timed whether the phases of transactions are timed
   */
  public ConfiguredSide side(
      String label, EngineSide side, RecordWorkload workload, boolean timed) {
    return new ConfiguredSide(
        label,
        side,
        new EngineSetup(
            workload,
            parallelism.workers(),
            parallelism.simulated(),
            0,
            PER_WORKER,
            Math.round(warmUpSeconds * NS_PER_SECOND),
            Math.round(seconds * NS_PER_SECOND),
            repeats,
            seed,
            false,
            timed));
  }
}
