package dev.yardmaster.benchmarks.experiment.machines;

import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.measure.Comparison;
import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.shards.DrawnAccesses;
import dev.yardmaster.benchmarks.shards.ModeledValidator;
import dev.yardmaster.benchmarks.shards.ShardsRun;
import dev.yardmaster.benchmarks.virtual.PipelineCosts;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.workloads.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * A point whose sides are validators on virtual cores. Each side has the number of transactions in
 * flight that gives its highest throughput. This number must be chosen for each side, because the
 * throughput, and with skew also the repairs, depend on it.
 *
 * @param validators the validators, by the label of the side
 * @param workload makes the transactions; it is called when the point is measured
 */
record ShardsPoint(
    String key,
    Map<String, ModeledValidator> validators,
    Supplier<Workload> workload,
    List<Integer> outstanding,
    double hopNs,
    double seconds)
    implements Point {

  private static final double SLOWER = 20;
  private static final double NS_PER_SECOND = 1e9;

  /** The length of the warm-up, as a share of the recorded interval. */
  private static final double WARM_UP = 0.5;

  ShardsPoint {
    validators = new LinkedHashMap<>(validators);
  }

  @Override
  public List<String> sides() {
    return List.copyOf(validators.keySet());
  }

  @Override
  public double expectedSeconds() {
    return SLOWER * seconds * outstanding.size() * validators.size();
  }

  @Override
  public boolean isVirtual() {
    return true;
  }

  @Override
  public Results measure(NanoClock clock, ProgressListener progress) throws InterruptedException {
    DrawnAccesses drawn = DrawnAccesses.of(workload.get());
    List<Best> sides = new ArrayList<>();
    validators.forEach((label, validator) -> sides.add(new Best(label, validator, drawn, this)));
    long expectedNs = Math.round(expectedSeconds() / validators.size() * NS_PER_SECOND);
    return new Comparison(key, sides, Plan.of(0, expectedNs, 1).unjudged(), clock, progress)
        .run()
        .orInterrupted();
  }

  private record Best(
      String label, ModeledValidator validator, DrawnAccesses drawn, ShardsPoint point)
      implements Side {
    @Override
    public Round run(int repeat, long recordedNs, RoundProgress progress)
        throws InterruptedException {
      Round best = null;
      for (int outstanding : point.outstanding) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        progress.report(ComparisonStatus.Stage.RECORDING, 0);
        Round round =
            new ShardsRun(
                    validator,
                    drawn,
                    outstanding,
                    point.hopNs,
                    PipelineCosts.MEASURED,
                    WARM_UP * point.seconds,
                    point.seconds)
                .run();
        if (best == null || committed(round) > committed(best)) {
          best = round;
        }
      }
      if (best == null) {
        throw new WorkloadFailure("no number of transactions in flight is given");
      }
      return best;
    }

    private static double committed(Round round) {
      return round.values().get(Metric.COMMITTED);
    }
  }
}
