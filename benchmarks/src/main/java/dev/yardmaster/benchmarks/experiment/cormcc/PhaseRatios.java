package dev.yardmaster.benchmarks.experiment.cormcc;

import dev.yardmaster.benchmarks.engine.ChangingLoad;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Series;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * Divides the committed/s of a side that mixes protocols by the committed/s of single protocols, in
 * each phase of a load that changes (the CormCC paper's Figures 11 and 12). The ratio covers the
 * whole phase, including the time of trials and switches of protocols.
 *
 * @param load the phases of the load
 * @param mixed the label of the side that mixes protocols
 * @param singles the labels of the single protocols
 */
public record PhaseRatios(ChangingLoad load, String mixed, List<String> singles) {

  /** The lowest ratio to the best single protocol, over all phases. */
  public static final Metric MIN_OVER_BEST = Metric.ratio("leastPhaseOverBest");

  /** The highest ratio to the worst single protocol, over all phases. */
  public static final Metric MAX_OVER_WORST = Metric.ratio("mostPhaseOverWorst");

  /**
   * The share of the phases in which the ratio to the mean of the single protocols is at least
   * {@value #ABOVE}.
   */
  public static final Metric ABOVE_MEAN = Metric.ratio("phasesAboveMean");

  private static final double ABOVE = 1.2;

  private static Metric overBest(int phase) {
    return Metric.ratio("overBest" + phase);
  }

  private static Metric overMean(int phase) {
    return Metric.ratio("overMean" + phase);
  }

  private static Metric overWorst(int phase) {
    return Metric.ratio("overWorst" + phase);
  }

  /** Adds the ratios to the metrics of the side that mixes protocols, and returns the results. */
  Results add(Results results) {
    return results.with(mixed, repeat -> ratios(results, repeat));
  }

  private MetricValues ratios(Results results, int repeat) {
    MetricValues values = new MetricValues();
    double leastOverBest = Double.POSITIVE_INFINITY;
    double mostOverWorst = 0;
    double aboveMean = 0;
    for (int phase = 0; phase < load.count(); phase++) {
      DoubleSummaryStatistics single = new DoubleSummaryStatistics();
      for (String label : singles) {
        single.accept(committed(results, label, phase, repeat));
      }
      double of = committed(results, mixed, phase, repeat);
      values
          .put(overBest(phase), of / single.getMax())
          .put(overMean(phase), of / single.getAverage())
          .put(overWorst(phase), of / single.getMin());
      leastOverBest = Math.min(leastOverBest, of / single.getMax());
      mostOverWorst = Math.max(mostOverWorst, of / single.getMin());
      aboveMean += of >= ABOVE * single.getAverage() ? 1 : 0;
    }
    return values
        .put(MIN_OVER_BEST, leastOverBest)
        .put(MAX_OVER_WORST, mostOverWorst)
        .put(ABOVE_MEAN, aboveMean / load.count());
  }

  private double committed(Results results, String label, int phase, int repeat) {
    Row row = results.row(label).orElseThrow();
    return load.ticks(phase).stream()
        .mapToDouble(tick -> row.value(tick, repeat))
        .average()
        .orElseThrow();
  }

  /** Returns a chart of the ratios in each phase. */
  Panel overTime(String title, String point) {
    return new Panel(
        title,
        Panel.Kind.LINES,
        "time (ms)",
        "ratio of committed/s",
        1,
        List.of(
            series("to the worst single protocol", point, PhaseRatios::overWorst),
            series("to the mean", point, PhaseRatios::overMean),
            series("to the best", point, PhaseRatios::overBest)));
  }

  private Series series(String name, String point, IntFunction<Metric> metric) {
    List<Mark> marks = new ArrayList<>();
    for (int phase = 0; phase < load.count(); phase++) {
      double ms = load.endMs(phase);
      String label = String.format(Locale.ROOT, "%.2f", ms);
      marks.add(Mark.at(ms, label, new MetricRef(point, mixed, metric.apply(phase))));
    }
    return new Series(name, marks);
  }
}
