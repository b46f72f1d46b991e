package dev.yardmaster.benchmarks.report;

import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.server.cli.FigureTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One chart of measured figures.
 *
 * @param xLabel label of the horizontal axis, with the unit
 * @param yLabel label of the vertical axis, with the unit
 * @param yScale factor that converts values to the unit
 */
public record Panel(
    String title, Kind kind, String xLabel, String yLabel, double yScale, List<Series> series) {

  /** The kinds of charts. */
  public enum Kind {
    /** A line chart with linear axes. */
    LINES,
    /** A line chart with a logarithmic horizontal axis. */
    LOG_LINES,
    /** A line chart with a logarithmic vertical axis. */
    LOG_HEIGHTS,
    /** A grouped bar chart with names on the horizontal axis. */
    BARS,
    /** A grouped bar chart with names on the horizontal axis, and a logarithmic vertical axis. */
    LOG_BARS,
    /** A stacked bar chart with names on the horizontal axis. */
    STACKED_BARS;

    /** Returns whether the horizontal axis shows numbers, not names. */
    public boolean hasLines() {
      return this == LINES || this == LOG_LINES || this == LOG_HEIGHTS;
    }

    /** Returns the name in JSON reports. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Copies the list. */
  public Panel {
    series = List.copyOf(series);
  }

  /** Returns a chart of one figure, with a bar for every side of a comparison. */
  public static Panel sides(String title, String yLabel, Results results, Metric metric) {
    return sides(title, Kind.BARS, yLabel, results, List.of(metric));
  }

  /**
   * Returns a chart of several figures of every side of a comparison. The sides are on the
   * horizontal axis.
   */
  public static Panel sides(
      String title, Kind kind, String yLabel, Results results, List<Metric> metrics) {
    List<Series> series = new ArrayList<>();
    for (Metric metric : metrics) {
      List<Mark> marks = new ArrayList<>();
      for (Results.Row row : results.rows()) {
        marks.add(
            Mark.at(
                marks.size(),
                row.label(),
                new MetricRef(results.at(), row.label(), metric.name())));
      }
      series.add(new Series(metric.name(), marks));
    }
    return new Panel(title, kind, "", yLabel, 1, series);
  }

  /** Returns a chart of the latencies of every side of a comparison. */
  public static Panel latencies(Results results) {
    List<Series> series = new ArrayList<>();
    for (Results.Row row : results.rows()) {
      List<Mark> marks = new ArrayList<>();
      for (Metric metric : Latency.SHOWN) {
        marks.add(
            Mark.at(
                marks.size(),
                metric.name(),
                new MetricRef(results.at(), row.label(), metric.name())));
      }
      series.add(new Series(row.label(), marks));
    }
    return new Panel("Latency", Kind.LOG_BARS, "", "us", 1, series);
  }

  /** Returns the data of the chart, without figures that were not measured. */
  Chart chart(Measurements measurements) {
    List<Chart.Line> lines = new ArrayList<>();
    for (Series each : series) {
      List<Chart.Dot> dots = new ArrayList<>();
      for (Mark mark : each.marks()) {
        mark.dot(measurements, yScale).ifPresent(dots::add);
      }
      lines.add(new Chart.Line(each.name(), dots));
    }
    return new Chart(title, xLabel, yLabel, lines);
  }

  /** Returns the chart as SVG; empty if none of its figures was measured. */
  Optional<String> svg(Measurements measurements) {
    Chart chart = chart(measurements);
    if (chart.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        switch (kind) {
          case LINES -> SvgChart.lines(chart, false);
          case LOG_LINES -> SvgChart.lines(chart, true);
          case LOG_HEIGHTS -> SvgChart.linesOfLogarithms(chart);
          case BARS -> SvgChart.bars(chart, VerticalAxis.linear(chart.top()));
          case LOG_BARS ->
              SvgChart.bars(chart, VerticalAxis.logarithmic(chart.foot(), chart.top()));
          case STACKED_BARS -> SvgChart.stackedBars(chart);
        });
  }

  /** Returns whether the horizontal axis shows fixed positions and not the values of a metric. */
  private boolean isOverPlaces() {
    return series.stream().flatMap(each -> each.marks().stream()).allMatch(m -> m.across() == null);
  }

  /**
   * Returns the chart's values as a table, with a row for each label of the horizontal axis and a
   * column for each line.
   */
  public FigureTable values(String heading, Measurements measurements) {
    Chart chart = chart(measurements);
    List<String> header = new ArrayList<>(List.of(isOverPlaces() ? xLabel : ""));
    chart.lines().forEach(line -> header.add(line.name()));
    List<List<String>> rows = new ArrayList<>();
    for (String label : chart.labels()) {
      List<String> row = new ArrayList<>(List.of(label));
      for (Chart.Line line : chart.lines()) {
        row.add(
            Chart.at(line, label)
                .map(dot -> Metric.Shown.BY_SIZE.text(dot.y()))
                .orElse(Column.UNDEFINED));
      }
      rows.add(row);
    }
    return new FigureTable(heading + "; " + title + ": " + yLabel, header, rows);
  }
}
