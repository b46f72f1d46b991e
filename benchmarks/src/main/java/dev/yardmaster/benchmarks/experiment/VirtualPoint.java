package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.measure.Comparison;
import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Measured;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Series;
import dev.yardmaster.benchmarks.virtual.PipelineCosts;
import dev.yardmaster.benchmarks.virtual.VirtualLoad;
import dev.yardmaster.benchmarks.virtual.VirtualRun;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.workloads.Workload;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * A point whose sides are settings of the pipeline on virtual cores. The point is measured once,
 * because runs in virtual time always give the same figures.
 *
 * @param settings the settings of the pipeline, by the label of the side
 * @param workload makes the workload of all sides for a given clock
 * @param load makes the load; it is called when the point is measured
 * @param fixed the sides with fixed settings; their best throughput is reported as {@link #BEST}
 *     and their worst as {@link #WORST}, unless the list is empty
 * @param partly the sides on which only the admission window adapts; their best throughput is
 *     reported as {@link #PARTLY}
 * @param seed seed of the arrivals
 */
public record VirtualPoint(
    String key,
    Map<String, PipelineConfig> settings,
    Function<NanoClock, Workload> workload,
    Supplier<VirtualLoad> load,
    List<String> fixed,
    List<String> partly,
    double warmUpSeconds,
    double seconds,
    long seed)
    implements Point {

  /** The throughput of the fixed settings with the highest throughput. */
  public static final String BEST = "best fixed";

  /** The throughput of the fixed settings with the lowest throughput. */
  public static final String WORST = "worst fixed";

  /** The highest throughput of the settings in which only the admission window adapts. */
  public static final String PARTLY = "best with an adaptive window";

  /** The approximate ratio between the clock time of a run and its virtual time. */
  private static final double SLOWER = 4;

  private static final double NS_PER_SECOND = 1e9;

  /**
   * Creates a point with a closed loop. The point reports no best and no worst side.
   *
   * @param concurrency number of transactions in flight
   */
  public static VirtualPoint closed(
      String key,
      Map<String, PipelineConfig> settings,
      Function<NanoClock, Workload> workload,
      int concurrency,
      double warmUpSeconds,
      double seconds,
      long seed) {
    return new VirtualPoint(
        key,
        settings,
        workload,
        () -> VirtualLoad.closed(concurrency),
        List.of(),
        List.of(),
        warmUpSeconds,
        seconds,
        seed);
  }

  /**
   * Returns the throughput of a closed loop, in transactions per second.
   *
   * @throws WorkloadFailure if the thread was interrupted
   */
  public static double capacity(
      PipelineConfig config,
      Function<NanoClock, Workload> workload,
      VirtualLoad closed,
      double warmUpSeconds,
      double seconds,
      long seed) {
    try {
      return new VirtualRun(
              config, workload, closed, PipelineCosts.MEASURED, warmUpSeconds, seconds, seed)
          .run()
          .values()
          .get(Metric.COMMITTED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorkloadFailure("the capacity was not found", e);
    }
  }

  /** Copies the settings and keeps their order. */
  public VirtualPoint {
    settings = new LinkedHashMap<>(settings);
    fixed = List.copyOf(fixed);
    partly = List.copyOf(partly);
  }

  @Override
  public List<String> sides() {
    List<String> sides = new ArrayList<>(settings.keySet());
    if (!fixed.isEmpty()) {
      sides.add(BEST);
      sides.add(WORST);
    }
    if (!partly.isEmpty()) {
      sides.add(PARTLY);
    }
    return sides;
  }

  @Override
  public double expectedSeconds() {
    return SLOWER * (warmUpSeconds + seconds) * settings.size();
  }

  @Override
  public Results measure(NanoClock clock, ProgressListener progress) throws InterruptedException {
    VirtualLoad coming = load.get();
    List<Rounds> rounds = new ArrayList<>();
    settings.forEach((label, config) -> rounds.add(new Rounds(label, config, this, coming)));
    long expectedNs = Math.round(SLOWER * (warmUpSeconds + seconds) * NS_PER_SECOND);
    Results results =
        new Comparison(key, rounds, Plan.of(0, expectedNs, 1).unjudged(), clock, progress)
            .run()
            .orInterrupted();
    List<Row> rows = new ArrayList<>(results.rows());
    if (!fixed.isEmpty()) {
      DoubleSummaryStatistics committed = committed(fixed, results);
      rows.add(committing(BEST, committed.getMax()));
      rows.add(committing(WORST, committed.getMin()));
    }
    if (!partly.isEmpty()) {
      rows.add(committing(PARTLY, committed(partly, results).getMax()));
    }
    return new Results(key, rows, results.findings(), false);
  }

  /**
   * Returns a chart over the ticks (intervals of equal length) of one long run, with a line for
   * each given side.
   *
   * @param ticks number of ticks of the recorded interval
   */
  public Panel overTime(String title, int ticks, List<String> shown) {
    List<Series> series = new ArrayList<>();
    for (String side : shown) {
      List<Mark> marks = new ArrayList<>();
      for (int tick = 0; tick < ticks; tick++) {
        double atSeconds = (tick + 1) * VirtualRun.TICK_SECONDS;
        marks.add(
            Mark.at(
                atSeconds,
                String.format(Locale.ROOT, "%.1f", atSeconds),
                new MetricRef(key, side, Metric.tick(tick))));
      }
      series.add(new Series(side, marks));
    }
    return new Panel(
        title, Panel.Kind.LINES, "recorded seconds", "committed transactions/s", 1, series);
  }

  /** A side of the comparison: one setting of the pipeline. */
  private record Rounds(String label, PipelineConfig config, VirtualPoint point, VirtualLoad coming)
      implements Side {
    @Override
    public Round run(int repeat, long recordedNs, RoundProgress progress)
        throws InterruptedException {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      progress.report(ComparisonStatus.Stage.RECORDING, 0);
      return new VirtualRun(
              config,
              point.workload,
              coming,
              PipelineCosts.MEASURED,
              point.warmUpSeconds,
              point.seconds,
              point.seed)
          .run();
    }
  }

  private static DoubleSummaryStatistics committed(List<String> of, Results results) {
    return of.stream()
        .mapToDouble(side -> results.row(side).orElseThrow().value(Metric.COMMITTED))
        .summaryStatistics();
  }

  private static Row committing(String label, double perSecond) {
    Measured committed = new Measured(Metric.COMMITTED, List.of(perSecond));
    return new Row(
        label,
        Map.of(),
        Map.of(Metric.COMMITTED.name(), committed),
        List.of(),
        List.of(),
        List.of());
  }
}
