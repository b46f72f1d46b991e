package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.benchmarks.experiment.Measured;
import dev.yardmaster.benchmarks.experiment.PipelinePoint;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.run.Progress;
import dev.yardmaster.benchmarks.run.Standing;
import dev.yardmaster.benchmarks.virtual.PipelineCosts;
import dev.yardmaster.benchmarks.virtual.VirtualFigures;
import dev.yardmaster.benchmarks.virtual.VirtualLoad;
import dev.yardmaster.benchmarks.virtual.VirtualRun;
import dev.yardmaster.benchmarks.workload.Workload;
import dev.yardmaster.processor.PipelineConfig;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * A point whose sides are settings of the pipeline on virtual cores. It is measured once, since
 * equal runs give equal figures. Names of figures: those of {@link PipelinePoint} where it has the
 * same, and those below.
 *
 * @param settings by the label of the side
 * @param workload what every side runs, given the clock that it goes by
 * @param load how transactions come; asked when the point is measured
 * @param fixed those sides of which the best and the worst are told as {@link #BEST} and {@link
 *     #WORST}, by what they commit; none for neither
 * @param partly those that set their window themselves, but nothing else; the best of them is told
 *     as {@link #PARTLY}
 * @param seed of the arrivals
 */
record VirtualPoint(
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

  /** Transactions that the pipeline had no room for, in a second. */
  static final String REFUSED = "refusedPerSecond";

  /** Runs repaired, for each commit. */
  static final String REPAIRS = "repairsPerCommit";

  /** What the best of the fixed settings commits. */
  static final String BEST = "best fixed";

  /** What the worst of them does. */
  static final String WORST = "worst fixed";

  /** What the best of those commits of which only the window sets itself. */
  static final String PARTLY = "best with an adaptive window";

  /** In the order of {@link VirtualFigures#PERCENTILES}. */
  private static final List<String> PERCENTILES =
      List.of(
          PipelinePoint.P50,
          PipelinePoint.P75,
          PipelinePoint.P90,
          PipelinePoint.P95,
          PipelinePoint.P99,
          PipelinePoint.P999,
          PipelinePoint.MAX);

  /** About how much longer than virtual time a run takes. */
  private static final double SLOWER = 4;

  /** Copies the settings, in their order. */
  VirtualPoint {
    settings = new LinkedHashMap<>(settings);
    fixed = List.copyOf(fixed);
    partly = List.copyOf(partly);
  }

  /** The figure of the tenth of a second with this number, from 0: committed in a second. */
  static String tick(int number) {
    return "tick" + number;
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
  public Measured measure(NanoClock clock, Progress progress) throws InterruptedException {
    Map<String, Map<String, List<Double>>> sides = new LinkedHashMap<>();
    List<String> findings = new ArrayList<>();
    VirtualLoad coming = load.get();
    for (Map.Entry<String, PipelineConfig> side : settings.entrySet()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      progress.report(
          new Standing(
              side.getKey(),
              Standing.Stage.RECORDING,
              1,
              1,
              SLOWER * (warmUpSeconds + seconds) * (settings.size() - sides.size()),
              0));
      VirtualRun.Ended ended =
          new VirtualRun(
                  side.getValue(),
                  workload,
                  coming,
                  PipelineCosts.MEASURED,
                  warmUpSeconds,
                  seconds,
                  seed)
              .run();
      ended
          .brokenInvariant()
          .ifPresent(line -> findings.add(key + ", " + side.getKey() + ": " + line));
      sides.put(side.getKey(), values(ended.figures()));
    }
    if (!fixed.isEmpty()) {
      DoubleSummaryStatistics committed = committed(fixed, sides);
      sides.put(BEST, Map.of(PipelinePoint.COMMITTED, List.of(committed.getMax())));
      sides.put(WORST, Map.of(PipelinePoint.COMMITTED, List.of(committed.getMin())));
    }
    if (!partly.isEmpty()) {
      sides.put(
          PARTLY, Map.of(PipelinePoint.COMMITTED, List.of(committed(partly, sides).getMax())));
    }
    return new Measured(sides, findings);
  }

  private static DoubleSummaryStatistics committed(
      List<String> of, Map<String, Map<String, List<Double>>> sides) {
    return of.stream()
        .mapToDouble(side -> sides.get(side).get(PipelinePoint.COMMITTED).get(0))
        .summaryStatistics();
  }

  private static Map<String, List<Double>> values(VirtualFigures figures) {
    Map<String, List<Double>> values = new LinkedHashMap<>();
    values.put(PipelinePoint.COMMITTED, List.of(figures.committedPerSecond()));
    values.put(PipelinePoint.ABORTS, List.of(figures.abortsPerCommit()));
    values.put(REFUSED, List.of(figures.refusedPerSecond()));
    values.put(REPAIRS, List.of(figures.repairsPerCommit()));
    values.put(PipelinePoint.REORDER_BUSY, List.of(figures.reorderBusy()));
    values.put(PipelinePoint.MEAN, List.of(figures.meanUs()));
    for (int i = 0; i < PERCENTILES.size(); i++) {
      values.put(PERCENTILES.get(i), List.of(figures.percentilesUs().get(i)));
    }
    for (int i = 0; i < figures.ticks().size(); i++) {
      values.put(tick(i), List.of(figures.ticks().get(i)));
    }
    return values;
  }
}
