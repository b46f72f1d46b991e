package dev.yardmaster.benchmarks.run;

import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.workload.micro.LimitLoop;
import java.util.List;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * Runs the {@link LimitLoop} as a side of a comparison. The loop does the pipeline's work without
 * queues and clients.
 *
 * @param loops makes a freshly loaded loop
 */
public record LimitSide(Supplier<LimitLoop> loops, long warmUpNs, NanoClock clock) implements Side {

  public static final String LIMIT = "limit";

  private static final double NS_PER_SECOND = 1e9;

  @Override
  public String label() {
    return LIMIT;
  }

  @Override
  public Round run(int repeat, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    progress.report(ComparisonStatus.Stage.LOADING, 0);
    LimitLoop loop = loops.get();
    progress.report(ComparisonStatus.Stage.WARMING_UP, 0);
    rate(loop, warmUpNs);
    progress.report(ComparisonStatus.Stage.RECORDING, 0);
    double perSecond = rate(loop, recordedNs);
    progress.report(ComparisonStatus.Stage.CHECKING, 0);
    return new Round(new MetricValues().put(Metric.COMMITTED, perSecond), List.of(), List.of());
  }

  private double rate(LimitLoop loop, long intervalNs) throws InterruptedException {
    long beganNs = clock.nanoTime();
    long committed = 0;
    long elapsedNs = 0;
    while (elapsedNs < intervalNs) {
      committed += loop.runBatch();
      elapsedNs = clock.nanoTime() - beganNs;
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return committed * NS_PER_SECOND / Math.max(1, elapsedNs);
  }
}
