package dev.yardmaster.benchmarks.report;

import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Measured;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.server.cli.FigureTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A column of a table with a row for each side.
 *
 * @param cell returns the text of the cell for a side
 */
public record Column(String header, Function<Row, String> cell) {

  /** The text for a figure that is undefined or was not measured. */
  static final String UNDEFINED = "-";

  /** Returns a column with the labels of the sides. */
  public static Column label(String header) {
    return new Column(header, Row::label);
  }

  /** Returns a column with the values of a metric. */
  public static Column of(String header, Metric metric) {
    return new Column(header, row -> text(row.figures().get(metric.name())));
  }

  /** Returns a column with the values of a metric and their range over the repeats. */
  public static Column spread(String header, Metric metric) {
    return new Column(
        header, row -> row.spread(metric).map(metric.shown()::text).orElse(UNDEFINED));
  }

  /** Returns columns for the percentiles of the latency, in us. */
  public static List<Column> latencies() {
    return latencies(UnaryOperator.identity());
  }

  /** Returns columns for the percentiles of the latency of one type of transaction, in us. */
  public static List<Column> latencies(String type) {
    return latencies(metric -> metric.ofType(type));
  }

  private static List<Column> latencies(UnaryOperator<Metric> shown) {
    List<String> headers = List.of("p50", "p95", "p99", "p99.9", "max");
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < headers.size(); i++) {
      columns.add(of(headers.get(i), shown.apply(Latency.SHOWN.get(i))));
    }
    return columns;
  }

  /** Returns a column that says whether all checks passed. */
  public static Column invariant() {
    return new Column("invariant", row -> row.isSound() ? "holds" : "BROKEN");
  }

  private static String text(Measured measured) {
    if (measured == null || measured.spread().isEmpty()) {
      return UNDEFINED;
    }
    Metric metric = measured.metric();
    if (metric.shown() != Metric.Shown.RATIO) {
      return metric.shown().text(measured.value());
    }
    long undefined = measured.repeats().stream().filter(value -> value.isNaN()).count();
    String text = metric.shown().text(measured.spread().get());
    return undefined == 0
        ? text
        : text
            + " in "
            + (measured.repeats().size() - undefined)
            + " of "
            + measured.repeats().size();
  }

  /** Returns a table of some sides. */
  public static FigureTable table(String title, List<Row> rows, List<Column> columns) {
    return new FigureTable(
        title,
        columns.stream().map(Column::header).toList(),
        rows.stream()
            .map(row -> columns.stream().map(column -> column.cell().apply(row)).toList())
            .toList());
  }

  /** Returns the header for a column of ratios. */
  public static String ratioToBase(Results results) {
    return results.rows().isEmpty() ? "ratio" : "ratio to " + results.base().label();
  }

  /**
   * Returns the beginning of a table's title, which says over how many repeats the medians are
   * taken.
   */
  public static String mediansOf(Results results) {
    int repeats = results.repeats();
    return "Medians of " + repeats + (repeats == 1 ? " repeat" : " repeats");
  }

  /** Returns a table with a row for every repeat of every side. */
  public static FigureTable everyRepeat(String title, Results results, List<Metric> metrics) {
    List<String> header = new ArrayList<>(List.of("side", "repeat"));
    metrics.forEach(metric -> header.add(metric.name()));
    header.add("others");
    List<List<String>> rows = new ArrayList<>();
    for (Row row : results.rows()) {
      for (int repeat = 0; repeat < results.repeats(); repeat++) {
        List<String> cells = new ArrayList<>(List.of(row.label(), Integer.toString(repeat + 1)));
        for (Metric metric : metrics) {
          Measured measured = row.figures().get(metric.name());
          double value = measured == null ? Double.NaN : measured.repeats().get(repeat);
          cells.add(Double.isNaN(value) ? UNDEFINED : metric.shown().text(value));
        }
        boolean known = !row.rounds().isEmpty() && row.rounds().get(repeat).isKnown();
        cells.add(
            known
                ? Metric.Shown.PERCENT.text(row.rounds().get(repeat).others())
                    + (row.rounds().get(repeat).isDisturbed() ? " DISTURBED" : "")
                : UNDEFINED);
        rows.add(cells);
      }
    }
    return new FigureTable(
        title + "; others: share of the machine that other processes used", header, rows);
  }
}
