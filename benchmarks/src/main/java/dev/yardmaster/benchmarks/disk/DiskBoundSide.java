package dev.yardmaster.benchmarks.disk;

import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Better;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.run.Experiment;
import dev.yardmaster.benchmarks.run.PipelineRoundMetrics;
import dev.yardmaster.benchmarks.run.PipelineSide;
import dev.yardmaster.benchmarks.run.ScratchDirectory;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.NanoClock;

/**
 * Runs a side that waits for the disk and, after each of its rounds, the {@link RawDiskLoop} with
 * blocks as long as the mean group of the side in that round.
 */
public record DiskBoundSide(Side side, Experiment experiment, NanoClock clock) implements Side {

  /**
   * The compared sides: in memory, with an asynchronous log, and with a synchronous log. Only the
   * last side waits for the disk.
   */
  public static final List<PipelineSide> SIDES =
      List.of(
          PipelineSide.parse("full"),
          PipelineSide.parse("full+async"),
          PipelineSide.parse("full+sync"));

  /** The length of a block that the raw loop writes. */
  public static final Metric BLOCK_BYTES = Metric.fact("rawBlockBytes", "bytes", Shown.WHOLE);

  /** The number of blocks that the raw loop wrote and forced per second. */
  public static final Metric BLOCKS = Metric.fact("rawBlocksPerSecond", "1/s", Shown.WHOLE);

  /** The number of bytes that the raw loop wrote per second. */
  public static final Metric BYTES = Metric.fact("rawBytesPerSecond", "bytes/s", Shown.MEGA);

  /**
   * The bytes per second that the side's log wrote, divided by the bytes per second of the raw
   * loop.
   */
  public static final Metric LOG_TO_RAW = Metric.of("logToRaw", "1", Better.HIGHER, Shown.TWO);

  private static final String RAW = "raw loop";

  @Override
  public String label() {
    return side.label();
  }

  @Override
  public Map<String, Object> settings() {
    return side.settings();
  }

  @Override
  public Round run(int repeat, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    Round round = side.run(repeat, recordedNs, progress);
    raw(round.values(), recordedNs, progress);
    return round;
  }

  private void raw(MetricValues values, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    double groupBytes = values.get(PipelineRoundMetrics.LOGGED_PER_FORCE);
    double blockBytes = Double.isNaN(groupBytes) ? 1 : groupBytes;
    long segmentBytes = experiment.pipeline().durability().segmentBytes();
    try (ScratchDirectory directory = ScratchDirectory.in(experiment.data());
        RawDiskLoop loop = new RawDiskLoop(directory.path(), blockBytes, segmentBytes)) {
      progress.report(ComparisonStatus.Stage.RECORDING, 0);
      loop.run(experiment.warmUpNs(), clock);
      double blocks = loop.run(recordedNs, clock);
      double bytes = blocks * loop.blockBytes();
      values
          .put(BLOCK_BYTES, loop.blockBytes())
          .put(BLOCKS, blocks)
          .put(BYTES, bytes)
          .put(LOG_TO_RAW, values.get(PipelineRoundMetrics.LOGGED_PER_SECOND) / bytes);
    } catch (IOException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException(); // The interrupt has closed the file of the raw loop.
      }
      throw new WorkloadFailure(RAW + ": " + e, e);
    }
  }
}
