package dev.yardmaster.benchmarks.disk;

import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Better;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.run.PipelineRoundMetrics;
import dev.yardmaster.benchmarks.run.ScratchDirectory;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.io.IOException;
import java.nio.file.Path;
import org.agrona.concurrent.NanoClock;

/**
 * Measures the rate of the disk on which a log was measured, with the {@link RawDiskLoop}.
 *
 * @param data a directory on this disk
 * @param segmentBytes the length of a segment of the log
 */
public record RawDisk(Path data, long segmentBytes, NanoClock clock) {

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

  /**
   * Runs the raw loop with blocks of the length of a log's mean group, and adds the loop's metrics
   * to the log's metrics.
   *
   * @param values contains the log's bytes per second and bytes per force; receives the metrics of
   *     the raw loop
   */
  public void measureBeside(MetricValues values, long warmUpNs, long recordedNs)
      throws InterruptedException {
    double groupBytes = values.get(PipelineRoundMetrics.LOGGED_PER_FORCE);
    double blockBytes = Double.isNaN(groupBytes) ? 1 : groupBytes;
    try (ScratchDirectory directory = ScratchDirectory.in(data);
        RawDiskLoop loop = new RawDiskLoop(directory.path(), blockBytes, segmentBytes)) {
      loop.run(warmUpNs, clock);
      double blocks = loop.run(recordedNs, clock);
      double bytes = blocks * loop.blockBytes();
      values
          .put(BLOCK_BYTES, loop.blockBytes())
          .put(BLOCKS, blocks)
          .put(BYTES, bytes)
          .put(LOG_TO_RAW, values.get(PipelineRoundMetrics.LOGGED_PER_SECOND) / bytes);
    } catch (IOException e) {
      if (Thread.interrupted()) {
        // The thread was interrupted, which closed the file of the raw loop.
        throw new InterruptedException();
      }
      throw new WorkloadFailure("raw loop: " + e, e);
    }
  }
}
