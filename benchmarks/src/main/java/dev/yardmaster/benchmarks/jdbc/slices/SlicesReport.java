package dev.yardmaster.benchmarks.jdbc.slices;

import dev.yardmaster.benchmarks.jdbc.JdbcMetrics;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.report.Column;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.benchmarks.report.Section;
import dev.yardmaster.server.cli.FigureTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes the report of a comparison in slices: one row for each cell, and the bars (required
 * ratios).
 */
public final class SlicesReport {

  private static final Metric P50_RATIO = Metric.ratio("p50RatioToBase");
  private static final Metric P99_RATIO = Metric.ratio("p99RatioToBase");
  private static final Metric RATIO_TO_DROP_IN = Metric.ratio("ratioToDropIn");
  private static final Metric RATIO_TO_ALONE = Metric.ratio("ratioToAlone");
  private static final Metric CLIENT_CPU_RATIO = Metric.ratio("clientCpuRatioToBase");

  private static final List<Metric> SHOWN =
      List.of(
          Metric.COMMITTED,
          JdbcMetrics.ABORTS,
          Latency.P50,
          Latency.P99,
          JdbcMetrics.CLIENT_CPU_NS,
          JdbcMetrics.SERVER_CPU_NS);

  private static final String DESCRIPTION =
      "the drop-in JDBC driver against the plain driver on PostgreSQL at SERIALIZABLE, in"
          + " alternating slices";

  private static final String NOTE =
      "The server ran on this machine, unless another was named, and shared its cores with the"
          + " clients. The sides of a cell alternated on the same tables, in reverse order in every"
          + " second pair, after one unmeasured pair. Each side kept its connections for the whole"
          + " cell. After each slice the total in the tables had to have changed by the amount that"
          + " the committed transactions add. Ratios compare the drop-in driver with the plain"
          + " driver in the same"
          + " pair of slices. The drop-in driver must gain where the plain driver aborts more than "
          + SlicesBars.MANY_ABORTS
          + " attempts for each commit.";

  private SlicesReport() {}

  /**
   * Returns the introductory text of the report, which is the same for every comparison in slices.
   */
  public static String description() {
    return DESCRIPTION;
  }

  /** Returns the results of a cell with the ratios to the plain driver in each pair of slices. */
  static Results withRatios(Results cell) {
    return cell.withRatioToBase(Metric.RATIO_TO_BASE, Metric.COMMITTED)
        .withRatio(RATIO_TO_DROP_IN, Metric.COMMITTED, row -> cell.row(SlicesComparison.DROP_IN))
        .withRatio(RATIO_TO_ALONE, Metric.COMMITTED, row -> cell.row(SlicesComparison.ALONE))
        .withRatioToBase(P50_RATIO, Latency.P50)
        .withRatioToBase(P99_RATIO, Latency.P99)
        .withRatioToBase(CLIENT_CPU_RATIO, JdbcMetrics.CLIENT_CPU_NS);
  }

  /** Returns a line with the ratios of a cell. */
  public static String line(Results cell) {
    Results.Row dropIn = dropIn(cell);
    return cell.at()
        + ": committed "
        + text(dropIn, Metric.RATIO_TO_BASE)
        + ", p99 "
        + text(dropIn, P99_RATIO)
        + ", aborts per commit "
        + both(cell, JdbcMetrics.ABORTS)
        + further(cell);
  }

  /** Returns the ratios of the sides whose drop-in drivers run in several processes. */
  private static String further(Results cell) {
    StringBuilder text = new StringBuilder();
    for (Results.Row row : inProcesses(cell)) {
      text.append("; ")
          .append(row.label())
          .append(": committed ")
          .append(text(row, Metric.RATIO_TO_BASE))
          .append(" of plain, ")
          .append(text(row, RATIO_TO_DROP_IN))
          .append(" of drop-in, p99 ")
          .append(text(row, P99_RATIO))
          .append(", aborts per commit ")
          .append(text(row, JdbcMetrics.ABORTS));
    }
    return text.toString();
  }

  private static List<Results.Row> inProcesses(Results cell) {
    return cell.rows().stream()
        .filter(row -> !row.label().equals(SlicesComparison.PLAIN))
        .filter(row -> !row.label().equals(SlicesComparison.DROP_IN))
        .toList();
  }

  private static FigureTable processes(List<Results> cells) {
    List<List<String>> rows = new ArrayList<>();
    for (Results cell : cells) {
      for (Results.Row row : inProcesses(cell)) {
        rows.add(
            List.of(
                cell.at(),
                row.label(),
                text(row, Metric.COMMITTED),
                text(row, Metric.RATIO_TO_BASE),
                text(row, RATIO_TO_DROP_IN),
                text(row, RATIO_TO_ALONE),
                text(row, JdbcMetrics.ABORTS),
                text(row, Latency.P99),
                text(row, P99_RATIO)));
      }
    }
    return new FigureTable(
        "The drop-in driver in several processes: medians, and ratios within a pair of slices"
            + " (least-greatest)",
        List.of(
            "cell",
            "side",
            "committed/s",
            "to plain",
            "to one process",
            "to alone",
            "aborts",
            "p99",
            "to plain"),
        rows);
  }

  /** Returns the report of all cells. */
  public static Report of(Map<String, Object> settings, List<Results> cells) {
    Measurements measurements = Measurements.of(cells);
    List<Claim> bars = new ArrayList<>();
    List<FigureTable> slices = new ArrayList<>();
    List<Results> further =
        cells.stream().filter(cell -> cell.row(SlicesComparison.ALONE).isPresent()).toList();
    for (Results cell : cells) {
      bars.addAll(SlicesBars.of(cell));
      slices.add(Column.everyRepeat(cell.at() + ", every slice", cell, SHOWN));
    }
    long met = bars.stream().filter(bar -> bar.judge(measurements).isMet()).count();
    return Report.benchmark(
        "jdbc-slices",
        DESCRIPTION,
        settings,
        measurements,
        Section.figures(
            List.of(),
            further.isEmpty() ? List.of(table(cells)) : List.of(table(cells), processes(further)),
            slices,
            bars),
        met + " of " + bars.size() + " bars are met.",
        NOTE);
  }

  private static FigureTable table(List<Results> cells) {
    List<List<String>> rows = new ArrayList<>();
    for (Results cell : cells) {
      Results.Row dropIn = dropIn(cell);
      rows.add(
          List.of(
              cell.at(),
              both(cell, Metric.COMMITTED),
              text(dropIn, Metric.RATIO_TO_BASE),
              both(cell, JdbcMetrics.ABORTS),
              both(cell, Latency.P50),
              text(dropIn, P50_RATIO),
              both(cell, Latency.P99),
              text(dropIn, P99_RATIO),
              text(dropIn, CLIENT_CPU_RATIO),
              cell.rows().stream().allMatch(Results.Row::isSound) ? "holds" : "BROKEN"));
    }
    return new FigureTable(
        "Medians of plain to drop-in; ratios of drop-in to plain within a pair of slices"
            + " (least-greatest), aborts per commit, latency in us",
        List.of(
            "cell",
            "committed/s",
            "ratio",
            "aborts",
            "p50",
            "ratio",
            "p99",
            "ratio",
            "client processor time",
            "invariant"),
        rows);
  }

  private static Results.Row dropIn(Results cell) {
    return cell.row(SlicesComparison.DROP_IN).orElseThrow();
  }

  private static String both(Results cell, Metric metric) {
    return text(cell.base(), metric) + " to " + text(dropIn(cell), metric);
  }

  private static String text(Results.Row row, Metric metric) {
    return Column.of("", metric).cell().apply(row);
  }
}
