package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.JdbcComparison.Found;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.report.Column;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.benchmarks.report.Section;
import dev.yardmaster.server.cli.FigureTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes the report of a comparison of sides on PostgreSQL, at every skew with every number of
 * connections.
 */
public final class JdbcReport {

  private static final Metric ABORTS_RATIO = Metric.ratio("abortsRatioToBase");

  private static final String NOTE =
      "The server ran on this machine, unless another was named, and shared its cores with the"
          + " clients. Sides alternated on fresh tables, in reverse order in every second repeat."
          + " After each round the sum of all accounts had to equal the initial sum plus the"
          + " changes by committed transactions. Ratios compare a side with the first side in the"
          + " same repeat.";

  private JdbcReport() {}

  /**
   * Returns the report of a comparison.
   *
   * @param checked whether histories were recorded; if so, the figures are not comparable with
   *     figures of runs without histories
   * @param forcedWrites whether the server waits for the disk at every commit
   */
  public static Report of(
      String description,
      Map<String, Object> settings,
      boolean checked,
      boolean forcedWrites,
      List<Found> found) {
    List<Results> all = new ArrayList<>();
    List<FigureTable> tables = new ArrayList<>();
    List<Panel> panels = new ArrayList<>();
    List<Claim> bars = new ArrayList<>();
    for (Found each : found) {
      for (Results tuning : each.tunings()) {
        all.add(tuning);
        tables.add(tuning(tuning));
      }
      Results results =
          each.results()
              .withRatioToBase(Metric.RATIO_TO_BASE, Metric.COMMITTED)
              .withRatioToBase(ABORTS_RATIO, JdbcMetrics.ABORTS);
      all.add(results);
      tables.add(figures(results, checked));
      panels.add(
          Panel.sides("Throughput, " + results.at(), "committed/s", results, Metric.COMMITTED));
      panels.add(
          Panel.sides("Aborts, " + results.at(), "for each commit", results, JdbcMetrics.ABORTS));
      if (!checked) {
        bars.addAll(JdbcBars.of(each, forcedWrites));
      }
    }
    return Report.benchmark(
        "jdbc",
        "smallbank on PostgreSQL: " + description,
        settings,
        Measurements.of(all),
        Section.figures(panels, tables, List.of(), bars),
        "",
        NOTE);
  }

  private static FigureTable tuning(Results tuning) {
    int best = JdbcComparison.best(tuning);
    return Column.table(
        tuning.at() + "; p99 in us",
        tuning.rows(),
        List.of(
            new Column("limit", row -> String.valueOf(row.settings().get(JdbcComparison.LIMIT))),
            Column.of("committed/s", Metric.COMMITTED),
            Column.of("aborts", JdbcMetrics.ABORTS),
            Column.of("p99", Latency.P99),
            new Column(
                "", row -> row.settings().get(JdbcComparison.LIMIT).equals(best) ? "taken" : "")));
  }

  private static FigureTable figures(Results results, boolean checked) {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.label("side"));
    columns.add(new Column("logic", row -> String.valueOf(row.settings().get("logic"))));
    columns.add(Column.of("committed/s", Metric.COMMITTED));
    columns.add(Column.of("ratio", Metric.RATIO_TO_BASE));
    columns.add(Column.of("aborts", JdbcMetrics.ABORTS));
    columns.add(Column.of("ratio", ABORTS_RATIO));
    columns.add(Column.of("most", JdbcMetrics.MAX_ABORTS));
    columns.addAll(Column.latencies());
    columns.add(Column.invariant());
    return Column.table(
        results.at()
            + (checked ? ", with histories: not comparable with other runs" : "")
            + "; "
            + Column.mediansOf(results)
            + "; ratios to "
            + results.base().label()
            + " within a repeat (least-greatest), aborts per commit, the highest number of aborts"
            + " of one transaction (most), latency in us",
        results.rows(),
        columns);
  }
}
