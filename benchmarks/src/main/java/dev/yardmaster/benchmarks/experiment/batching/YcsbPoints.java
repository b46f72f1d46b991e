package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.EngineRuns;
import dev.yardmaster.benchmarks.experiment.Parallelism;
import dev.yardmaster.benchmarks.workload.ycsb.Ycsb;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbSettings;
import java.util.List;

/** Makes the points that run YCSB on the engine, at one scale. */
final class YcsbPoints {

  static final String SILO = "silo";
  static final String TICTOC = "tictoc";

  /** The side that represents the paper's Cicada and ERMIA. */
  static final String MULTI_VERSION = "multi-version";

  /** The side for the paper's rc: a scheduler in front of Cicada. */
  static final String RC = "multi-version+rc";

  static final String SILO_RC = "silo+rc";
  static final String HOLDING = "no-wait+hold";

  /** All sides, in the order of the legends. */
  static final List<String> SIDES = List.of(RC, MULTI_VERSION, SILO, TICTOC, SILO_RC, HOLDING);

  private static final int READ_PERCENT = 50;
  private static final double LOADED_PER_SECOND = 700_000;

  /**
   * The time to check the tables after a round and to collect garbage, in seconds; loading is not
   * included.
   */
  private static final double CHECK_SECONDS = 0.3;

  private final BatchingScale scale;
  private final long seed;

  YcsbPoints(BatchingScale scale, long seed) {
    this.scale = scale;
    this.seed = seed;
  }

  /** Returns a point that runs YCSB on simulated workers under virtual time. */
  EnginePoint simulated(int workers, double skew) {
    EngineScale engine = scale.engine();
    return point(
        new EngineRuns(
            new Parallelism(workers, true),
            engine.virtualSeconds(),
            engine.virtualWarmUpSeconds(),
            scale.repeats(),
            seed),
        skew);
  }

  /** Returns a point that runs YCSB on workers with their own threads. */
  EnginePoint threads(int workers, double skew) {
    return point(
        new EngineRuns(
            new Parallelism(workers, false),
            scale.seconds(),
            scale.warmUpSeconds(),
            scale.repeats(),
            seed),
        skew);
  }

  private EnginePoint point(EngineRuns runs, double skew) {
    Ycsb workload =
        new Ycsb(
            YcsbSettings.of(scale.engine().records(), YcsbMix.rmw(READ_PERCENT), skew, seed)
                .withDrawn(runs.drawn()));
    return runs.point(
        "ycsb skew=" + skew,
        workload,
        SIDES,
        CHECK_SECONDS + scale.engine().records() / LOADED_PER_SECOND);
  }
}
