package dev.yardmaster.benchmarks.soak;

import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Better;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.run.Experiment;
import dev.yardmaster.benchmarks.run.Launcher;
import dev.yardmaster.benchmarks.run.PipelineRounds;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.PipelineConfig;
import java.util.Map;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Runs a durable side at full load for minutes. Every second the class takes a sample of the
 * resources that must not grow: the data directory, the heap and the threads. At the end of the
 * round, the invariant is checked on the service and on the recovered data, as in any other round.
 */
public final class PipelineSoak implements Side {

  /** The greatest length of the data directory. */
  public static final Metric MAX_DIRECTORY =
      Metric.of("mostDirectoryBytes", "bytes", Better.LOWER, Shown.MEGA);

  /**
   * The bound of the data directory's length. The bound is the sum of the log length that triggers
   * a checkpoint, the log written until that checkpoint is complete, the rest of a segment that the
   * checkpoint covers only in part, and two checkpoints.
   */
  public static final Metric DIRECTORY_BOUND =
      Metric.fact("directoryBoundBytes", "bytes", Shown.MEGA);

  /** The greatest length of a checkpoint file that a poll has found. */
  public static final Metric LARGEST_CHECKPOINT =
      Metric.fact("largestCheckpointBytes", "bytes", Shown.MEGA);

  /** The duration of the slowest checkpoint, as measured by the polls. */
  public static final Metric LONGEST_CHECKPOINT =
      Metric.fact("longestCheckpointSeconds", "s", Shown.TWO);

  /**
   * The upper bound of the bytes written to the log during one checkpoint: the bytes that the polls
   * found, plus the bytes that can be written in one interval between polls.
   */
  public static final Metric DURING_CHECKPOINT =
      Metric.fact("bytesDuringCheckpoint", "bytes", Shown.MEGA);

  /** The greatest number of bytes written to the log in a second. */
  public static final Metric MAX_LOGGED =
      Metric.fact("mostLoggedBytesPerSecond", "bytes/s", Shown.MEGA);

  /** The least use of the heap in the last quarter, minus the least use in the first quarter. */
  public static final Metric HEAP_GROWTH =
      Metric.of("heapGrowthBytes", "bytes", Better.LOWER, Shown.MEGA);

  private final Experiment experiment;
  private final Launcher launcher;
  private final NanoClock clock;
  private final Consumer<MetricValues> progress;
  private final PipelineRounds rounds;
  private DataWatch watch;

  /**
   * Creates a run that has not begun yet.
   *
   * @param experiment an experiment with one durable side
   * @param progress receives every sample
   */
  public PipelineSoak(
      Experiment experiment, Launcher launcher, NanoClock clock, Consumer<MetricValues> progress) {
    this.experiment = experiment;
    this.launcher = launcher;
    this.clock = clock;
    this.progress = progress;
    rounds = new PipelineRounds(experiment.sides().get(0), experiment, this::launch, clock);
  }

  @Override
  public String label() {
    return rounds.label();
  }

  @Override
  public Map<String, Object> settings() {
    return rounds.settings();
  }

  @Override
  public Round run(int repeat, long recordedNs, RoundProgress stages) throws InterruptedException {
    Round round =
        rounds.run(
            repeat,
            recordedNs,
            (stage, rate) -> {
              if (stage == ComparisonStatus.Stage.RECORDING) {
                watch.look();
              }
              stages.report(stage, rate);
            });
    MetricValues values = round.values().putAll(watch.found(experiment.pipeline().durability()));
    return new Round(values, round.findings(), watch.samples());
  }

  /**
   * Starts a service. Only the first service is sampled, and not the service that recovers the
   * data.
   */
  private MeasuredService launch(PipelineConfig config, HistoryLog history) {
    MeasuredService measured = launcher.launch(config, history);
    if (watch == null) {
      watch =
          new DataWatch(
              config.durability().directory(),
              measured.counters(),
              experiment.recordedNs(),
              clock,
              progress);
    }
    return measured;
  }
}
