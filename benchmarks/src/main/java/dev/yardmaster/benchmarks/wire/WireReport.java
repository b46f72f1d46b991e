package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.benchmarks.load.ArrivalMetrics;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.report.Column;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.benchmarks.report.Section;
import dev.yardmaster.benchmarks.run.PipelineReport;
import dev.yardmaster.server.cli.FigureTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes the report of a comparison over the network, with the bars that a Yardmaster server must
 * reach.
 */
public final class WireReport {

  /** The name of the comparison in which one transaction at a time is in flight. */
  public static final String IDLE = "one transaction at a time";

  /**
   * The smallest permitted ratio of a cluster's throughput to the throughput of a durable server.
   * The bar applies to two cores, for which the three processes of a cluster compete.
   */
  private static final double MIN_OF_DURABLE = 0.35;

  private static final double MAX_OF_DURABLE_P99 = 4;
  private static final double MIN_OF_EMBEDDED = 0.6;
  private static final double MIN_OF_ECHO = 0.4;
  private static final double MIN_OF_WATCH = 5;
  private static final double MIN_OF_LUA = 2;
  private static final double MAX_OF_ECHO_P50 = 1.5;

  private static final String NOTE =
      "Every server ran in its own process on this machine, reached over loopback, unless another"
          + " server was named; the side embedded ran in the client's process. Client and server shared the machine's cores. Sides alternated, in"
          + " reverse order in every second repeat.";

  private WireReport() {}

  /**
   * Returns the report of a comparison.
   *
   * @param title the name of the workload
   * @param found the results under full load, and the results with one transaction at a time, which
   *     have the name {@link #IDLE}
   */
  public static Report of(
      String title, String description, Map<String, Object> settings, List<Results> found) {
    return of(title, description, settings, found, NOTE);
  }

  /**
   * Returns the report of a comparison.
   *
   * @param note describes how the sides ran
   */
  public static Report of(
      String title,
      String description,
      Map<String, Object> settings,
      List<Results> found,
      String note) {
    List<Results> related = new ArrayList<>();
    List<FigureTable> tables = new ArrayList<>();
    List<Panel> panels = new ArrayList<>();
    for (Results each : found) {
      Results results = each.withRatioToBase(Metric.RATIO_TO_BASE, WireMetrics.ANSWERED);
      related.add(results);
      boolean isIdle = results.at().equals(IDLE);
      tables.add(isIdle ? latencies(results) : figures(results));
      if (results.rows().stream().anyMatch(row -> row.has(ArrivalMetrics.OFFERED))) {
        tables.add(PipelineReport.arrivals("side", results));
      }
      panels.add(
          isIdle
              ? Panel.sides("Idle latency", "p50, us", results, Latency.P50)
              : Panel.sides("Throughput", "answered/s", results, WireMetrics.ANSWERED));
    }
    return Report.benchmark(
        title,
        description,
        settings,
        Measurements.of(related),
        Section.figures(panels, tables, List.of(), bars(related)),
        "",
        note);
  }

  private static FigureTable figures(Results results) {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.label("side"));
    columns.add(Column.of("answered/s", WireMetrics.ANSWERED));
    columns.add(Column.of(Column.ratioToBase(results), Metric.RATIO_TO_BASE));
    columns.add(Column.of("committed/s", Metric.COMMITTED));
    columns.add(Column.of("restarts", WireMetrics.RESTARTS));
    columns.addAll(Column.latencies());
    columns.add(Column.invariant());
    return Column.table(
        Column.mediansOf(results)
            + "; answered: committed or ended by their own logic; ratio within a repeat"
            + " (least-greatest), restarts for each answer, latency in us",
        results.rows(),
        columns);
  }

  private static FigureTable latencies(Results results) {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.label("side"));
    columns.add(Column.of("answered/s", WireMetrics.ANSWERED));
    columns.addAll(Column.latencies());
    return Column.table(
        Column.mediansOf(results) + ", one transaction at a time; latency in us",
        results.rows(),
        columns);
  }

  /** Returns the claims about a ratio, for each ratio whose two sides have run. */
  private static List<Claim> bars(List<Results> found) {
    List<Claim> bars = new ArrayList<>();
    for (WireSideName own : List.of(WireSideName.SERVER, WireSideName.ONE_SHOT)) {
      for (Results results : found) {
        if (results.at().equals(IDLE)) {
          add(bars, results, own, WireSideName.ECHO, Latency.P50, "idle p50", MAX_OF_ECHO_P50);
        } else {
          Metric answered = WireMetrics.ANSWERED;
          String words = "answered/s";
          if (own == WireSideName.SERVER) {
            add(bars, results, own, WireSideName.EMBEDDED, answered, words, MIN_OF_EMBEDDED);
          }
          add(bars, results, own, WireSideName.ECHO, answered, words, MIN_OF_ECHO);
          add(bars, results, own, WireSideName.REDIS_WATCH, answered, words, MIN_OF_WATCH);
          add(bars, results, own, WireSideName.REDIS_LUA, answered, words, MIN_OF_LUA);
        }
      }
    }
    for (Results results : found) {
      if (!results.at().equals(IDLE)) {
        WireSideName own = WireSideName.CLUSTER;
        WireSideName other = WireSideName.DURABLE;
        add(bars, results, own, other, WireMetrics.ANSWERED, "answered/s", MIN_OF_DURABLE);
        add(bars, results, own, other, Latency.P99, "p99", MAX_OF_DURABLE_P99);
      }
    }
    return bars;
  }

  private static void add(
      List<Claim> bars,
      Results results,
      WireSideName own,
      WireSideName other,
      Metric metric,
      String words,
      double bar) {
    if (results.row(own.label()).isPresent() && results.row(other.label()).isPresent()) {
      String text = words + " of " + own.label() + " to " + other.label();
      MetricRef figure = new MetricRef(results.at(), own.label(), metric);
      MetricRef base = figure.of(other.label());
      bars.add(
          metric.better() == Metric.Better.HIGHER
              ? Claim.atLeast(text, bar, figure, base)
              : Claim.atMost(text, bar, figure, base));
    }
  }
}
