package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.benchmarks.experiment.PipelinePoint;
import dev.yardmaster.benchmarks.run.PipelineSide;
import dev.yardmaster.benchmarks.workload.micro.Micro;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.processor.Window;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.workloads.Workload;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Makes the points of the batching paper's figures at one scale. */
final class BatchingPoints {

  /** The approximate time to load and check a fresh service, in seconds. */
  private static final double LOAD_SECONDS = 0.5;

  private static final int MULTI_FACTOR = 2;

  private final BatchingScale scale;
  private final long seed;

  BatchingPoints(BatchingScale scale, long seed) {
    this.scale = scale;
    this.seed = seed;
  }

  /** Returns a point that measures some sides on the micro-benchmark. */
  PipelinePoint micro(double skew, List<String> sides) {
    return point(
        "micro", () -> new Micro(scale.objects(), skew, seed), skew, sides, ThreadLayout.AUTO);
  }

  /** Returns a point that measures some sides on SmallBank. */
  PipelinePoint smallBank(double skew, List<String> sides) {
    return point(
        "smallbank",
        () -> new SmallBank(scale.customers(), skew, seed),
        skew,
        sides,
        ThreadLayout.AUTO);
  }

  /**
   * Returns a point that measures some sides on the micro-benchmark, with a separate thread for
   * each stage of the pipeline.
   */
  PipelinePoint dedicated(double skew, List<String> sides) {
    return point(
        "micro", () -> new Micro(scale.objects(), skew, seed), skew, sides, ThreadLayout.DEDICATED);
  }

  private PipelinePoint point(
      String workload,
      Supplier<Workload> drawn,
      double skew,
      List<String> sides,
      ThreadLayout threads) {
    String layout =
        threads == ThreadLayout.AUTO ? "" : " threads=" + threads.name().toLowerCase(Locale.ROOT);
    return new PipelinePoint(
        workload + " skew=" + skew + layout + ": " + String.join(",", sides),
        drawn,
        skew,
        sides.stream().map(PipelineSide::parse).toList(),
        pipeline(threads),
        new PipelinePoint.Rounds(
            scale.seconds(), scale.warmUpSeconds(), scale.repeats(), LOAD_SECONDS));
  }

  /** Returns the settings of the paper's prototype, section 5. */
  private PipelineConfig pipeline(ThreadLayout threads) {
    return PipelineConfig.builder()
        .tuned(false)
        .concurrency(scale.concurrency())
        .batchSize(scale.batch())
        .solver(Solver.SORT)
        .policy(Policy.PROD_DEGREE)
        .multiFactor(MULTI_FACTOR)
        .threads(threads)
        .processors(1)
        .storageWorkers(1)
        .reorderWorkers(1)
        .repair(false)
        .window(Window.OPEN)
        .hotKeyWaiting(0)
        .attemptBound(0)
        .seed(seed)
        .build();
  }
}
