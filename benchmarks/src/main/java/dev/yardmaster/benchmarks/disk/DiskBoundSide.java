package dev.yardmaster.benchmarks.disk;

import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.run.Experiment;
import dev.yardmaster.benchmarks.run.PipelineSide;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.NanoClock;

/**
 * Runs a side that waits for the disk. After each round, runs the {@link RawDiskLoop} with blocks
 * of the length of the side's mean group in that round.
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
    progress.report(ComparisonStatus.Stage.RECORDING, 0);
    new RawDisk(experiment.data(), experiment.pipeline().durability().segmentBytes(), clock)
        .measureBeside(round.values(), experiment.warmUpNs(), recordedNs);
    return round;
  }
}
