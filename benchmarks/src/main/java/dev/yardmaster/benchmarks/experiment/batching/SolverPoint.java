package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.measure.Comparison;
import dev.yardmaster.benchmarks.measure.ComparisonStatus.Stage;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Better;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.measure.Spread;
import dev.yardmaster.benchmarks.run.PipelineRoundMetrics;
import dev.yardmaster.benchmarks.workload.micro.MicroBatches;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.batch.Reorderer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * A point that compares algorithms for feedback vertex sets. All algorithms solve the same conflict
 * graphs, in alternating rounds. Graphs are built before the clock starts. Each time for a graph
 * includes one reading of the clock, about 25 ns. The metrics are the constants of this class. An
 * exact search that was stopped on a graph has only the metric {@link #PROVEN}.
 *
 * @param batches draws the batches for the graphs; called once, at the measurement of the point
 * @param seconds time for which each algorithm runs in a round. The algorithm runs through all
 *     graphs repeatedly, at least once. Before the first round, the algorithm runs unmeasured for
 *     three times this time
 */
record SolverPoint(
    String key,
    Supplier<List<AccessSets>> batches,
    List<Algorithm> algorithms,
    double seconds,
    int repeats)
    implements Point {

  /** The mean number of vertices in the feedback vertex set of a graph. */
  static final Metric SIZE = Metric.of("fvsSize", "1", Better.LOWER, Shown.TWO);

  /**
   * The mean time to find the feedback vertex set of a graph. The value is the median over all
   * passes of a round; one pass runs through all graphs.
   */
  static final Metric TIME_NS = Metric.cost("solveNs");

  /**
   * The share of the graphs whose feedback vertex set is proven to have the smallest possible size.
   */
  static final Metric PROVEN = PipelineRoundMetrics.PROVEN;

  private static final int WARM_UPS = 3;
  private static final double NS_PER_SECOND = 1e9;

  /** Copies the list. */
  SolverPoint {
    algorithms = List.copyOf(algorithms);
  }

  /** Returns a point that measures all algorithms on conflict graphs of the micro-benchmark. */
  static SolverPoint of(BatchingScale scale, double skew, long seed) {
    return new SolverPoint(
        "graphs skew=" + skew,
        () -> MicroBatches.draw(scale.objects(), skew, seed, scale.graphs(), scale.batch()),
        Algorithm.all(),
        scale.graphSeconds(),
        scale.repeats());
  }

  @Override
  public List<String> sides() {
    return algorithms.stream().map(Algorithm::name).toList();
  }

  @Override
  public double expectedSeconds() {
    return algorithms.size() * seconds * (repeats + WARM_UPS);
  }

  @Override
  public Results measure(NanoClock clock, ProgressListener progress) throws InterruptedException {
    List<AccessSets> drawn = batches.get();
    long recordedNs = Math.round(seconds * NS_PER_SECOND);
    return new Comparison(
            key,
            algorithms.stream().map(each -> new Rounds(each, drawn, clock)).toList(),
            new Plan(0, recordedNs, repeats, true, WARM_UPS * recordedNs, true, true),
            clock,
            progress)
        .run()
        .orInterrupted();
  }

  /** A side that runs one algorithm. */
  private static final class Rounds implements Side {
    private final Algorithm algorithm;
    private final List<AccessSets> drawn;
    private final NanoClock clock;
    private final Reorderer reorderer;
    private double proven;

    Rounds(Algorithm algorithm, List<AccessSets> drawn, NanoClock clock) {
      this.algorithm = algorithm;
      this.drawn = drawn;
      this.clock = clock;
      reorderer = new Reorderer(algorithm.config());
    }

    @Override
    public String label() {
      return algorithm.name();
    }

    @Override
    public Round run(int repeat, long recordedNs, RoundProgress progress)
        throws InterruptedException {
      progress.report(repeat == 0 ? Stage.WARMING_UP : Stage.RECORDING, 0);
      if (repeat == 0) {
        proven = proven();
      }
      MetricValues values =
          algorithm.exact() && proven < 1
              ? new MetricValues().put(PROVEN, proven)
              : passes(recordedNs);
      progress.report(Stage.CHECKING, 0);
      return Round.of(values, Optional.empty());
    }

    private double proven() throws InterruptedException {
      double count = 0;
      for (AccessSets batch : drawn) {
        requireNoInterrupt();
        reorderer.reorder(batch);
        count += reorderer.proven() ? 1 : 0;
      }
      return count / drawn.size();
    }

    /**
     * Runs the algorithm on all graphs repeatedly for an interval. Returns the metrics as means
     * over the graphs.
     */
    private MetricValues passes(long recordedNs) throws InterruptedException {
      List<Double> passNs = new ArrayList<>();
      double victims = 0;
      double provenCount = 0;
      long endNs = clock.nanoTime() + recordedNs;
      do {
        requireNoInterrupt();
        long solveNs = 0;
        for (AccessSets batch : drawn) {
          reorderer.build(batch);
          long beganNs = clock.nanoTime();
          reorderer.solve();
          solveNs += clock.nanoTime() - beganNs;
          victims += reorderer.victims();
          provenCount += reorderer.proven() ? 1 : 0;
        }
        passNs.add((double) solveNs / drawn.size());
      } while (clock.nanoTime() - endNs < 0);
      double graphs = (double) passNs.size() * drawn.size();
      double[] passes = passNs.stream().mapToDouble(Double::doubleValue).toArray();
      return new MetricValues()
          .put(SIZE, victims / graphs)
          .put(TIME_NS, Spread.of(passes).median())
          .put(PROVEN, provenCount / graphs);
    }

    private static void requireNoInterrupt() throws InterruptedException {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }
}
