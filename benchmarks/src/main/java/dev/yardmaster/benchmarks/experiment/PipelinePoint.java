package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.measure.Comparison;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.run.Experiment;
import dev.yardmaster.benchmarks.run.Logic;
import dev.yardmaster.benchmarks.run.PipelineRounds;
import dev.yardmaster.benchmarks.run.PipelineSide;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.workloads.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * A point whose sides are settings of the embedded pipeline. The pipeline runs in memory, and the
 * load is a closed loop.
 *
 * @param workload draws the transactions of all sides; it is called once, when the point is
 *     measured
 * @param skew Zipf theta of the workload
 * @param compared the sides, with distinct labels
 * @param pipeline the settings that all sides share
 */
public record PipelinePoint(
    String key,
    Supplier<Workload> workload,
    double skew,
    List<PipelineSide> compared,
    PipelineConfig pipeline,
    Rounds rounds)
    implements Point {

  private static final double NS_PER_SECOND = 1e9;

  /**
   * The length and number of the rounds of each side.
   *
   * @param loadSeconds approximate time to load and check a fresh service, in seconds
   */
  public record Rounds(double seconds, double warmUpSeconds, int repeats, double loadSeconds) {}

  /** Copies the list. */
  public PipelinePoint {
    compared = List.copyOf(compared);
  }

  @Override
  public List<String> sides() {
    return compared.stream().map(PipelineSide::label).toList();
  }

  @Override
  public double expectedSeconds() {
    double round = rounds.warmUpSeconds() + rounds.loadSeconds();
    return compared.size() * (round + rounds.repeats() * (round + rounds.seconds()));
  }

  @Override
  public Results measure(NanoClock clock, ProgressListener progress) throws InterruptedException {
    Experiment experiment = experiment();
    return new Comparison(
            key,
            PipelineRounds.of(experiment, MeasuredService::pipeline, clock),
            experiment.plan(),
            clock,
            progress)
        .run()
        .orInterrupted();
  }

  /** Returns the comparison of the sides, with the workload's transactions drawn. */
  public Experiment experiment() {
    return new Experiment(
        workload.get(),
        skew,
        Logic.PROCEDURE,
        compared,
        pipeline,
        1,
        Math.round(rounds.warmUpSeconds() * NS_PER_SECOND),
        Math.round(rounds.seconds() * NS_PER_SECOND),
        rounds.repeats(),
        Optional.empty(),
        Path.of("reports", "data"));
  }
}
