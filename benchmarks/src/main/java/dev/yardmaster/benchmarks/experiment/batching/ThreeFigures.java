package dev.yardmaster.benchmarks.experiment.batching;

import static dev.yardmaster.benchmarks.measure.Latency.MEAN;
import static dev.yardmaster.benchmarks.measure.Latency.P50;
import static dev.yardmaster.benchmarks.measure.Latency.P75;
import static dev.yardmaster.benchmarks.measure.Latency.P90;
import static dev.yardmaster.benchmarks.measure.Latency.P95;
import static dev.yardmaster.benchmarks.measure.Latency.P99;
import static dev.yardmaster.benchmarks.measure.Latency.P999;
import static dev.yardmaster.benchmarks.measure.Metric.COMMITTED;

import dev.yardmaster.benchmarks.experiment.Drawing;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.PipelinePoint;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Ratio;
import dev.yardmaster.benchmarks.measure.Ref;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Panel.Kind;
import dev.yardmaster.benchmarks.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The three figures that the paper draws of the same runs: throughput over skew, mean latency over
 * skew, and percentiles of the latency at two skews.
 */
final class ThreeFigures {

  static final String SKEW = "skew (Zipf theta)";

  private static final String TAILS =
      "; percentiles up to 95 as the paper draws them, and 99 and 99.9; a tail is judged at the 95th";

  private final BatchingScale scale;
  private final Map<Double, PipelinePoint> bySkew;
  private final Map<String, String> names;
  private final String setting;

  /**
   * Figures whose points are yet to be measured.
   *
   * @param point at a skew
   * @param names what sides are called in legends, in their order
   */
  ThreeFigures(
      BatchingScale scale,
      Function<Double, PipelinePoint> point,
      Map<String, String> names,
      String setting) {
    this.scale = scale;
    this.bySkew = Drawing.over(scale.skews(), point);
    this.names = names;
    this.setting = setting;
  }

  Figure throughput(String id, String title, List<Claim> claims) {
    return new Figure(
        id,
        title,
        setting,
        List.copyOf(bySkew.values()),
        List.of(overSkews("throughput", "committed transactions/s", COMMITTED)),
        claims);
  }

  Figure mean(String id, String title, List<Claim> claims) {
    return new Figure(
        id,
        title,
        setting,
        List.copyOf(bySkew.values()),
        List.of(overSkews("mean latency", "mean latency (us)", MEAN)),
        claims);
  }

  /** All points are measured, since claims are about the best and the worst of them. */
  Figure percentiles(String id, String title, List<Claim> claims) {
    List<Panel> panels = new ArrayList<>();
    scale.tailSkews().forEach(skew -> panels.add(percentiles(skew)));
    panels.add(overSkews("95th percentile", "latency (us)", P95));
    return new Figure(id, title, setting + TAILS, List.copyOf(bySkew.values()), panels, claims);
  }

  private Panel overSkews(String title, String y, Metric metric) {
    List<Series> series = new ArrayList<>();
    names.forEach((side, name) -> series.add(Drawing.line(name, bySkew, side, metric)));
    Kind kind = metric.equals(COMMITTED) ? Kind.LINES : Kind.LOG_HEIGHTS;
    return new Panel(title, kind, SKEW, y, 1, series);
  }

  private Panel percentiles(double skew) {
    List<Series> series = new ArrayList<>();
    names.forEach(
        (side, name) ->
            series.add(
                new Series(
                    name,
                    List.of(
                        Mark.at(1, "50", at(skew, side, P50)),
                        Mark.at(2, "75", at(skew, side, P75)),
                        Mark.at(3, "90", at(skew, side, P90)),
                        Mark.at(4, "95", at(skew, side, P95)),
                        Mark.at(5, "99", at(skew, side, P99)),
                        Mark.at(6, "99.9", at(skew, side, P999))))));
    return new Panel(
        "percentiles at skew " + skew, Kind.LOG_HEIGHTS, "percentile", "latency (us)", 1, series);
  }

  /** A figure of a side at a skew, where the scale has that skew. */
  Ref at(double skew, String side, Metric metric) {
    return Drawing.at(bySkew, skew, side, metric);
  }

  /** Some sides over some others, at each of the paper's skews. */
  List<Ratio> compared(List<String> sides, List<String> bases, Metric metric) {
    return compared(BatchingScale.ofPaper(scale.skews()), sides, bases, metric);
  }

  /** The same at some skews. */
  List<Ratio> compared(List<Double> skews, List<String> sides, List<String> bases, Metric metric) {
    return Drawing.compared(bySkew, skews, sides, bases, metric, names::get);
  }

  /** The lowest skew. */
  double leastSkewed() {
    return scale.skews().get(0);
  }
}
