package dev.yardmaster.benchmarks.plot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.report.JsonReport;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The figures of a JSON report.
 *
 * @param report the subject of the measurement
 * @param command the command that measured the figures
 * @param commit the commit of the measured code
 * @param machine the machine, in words
 */
public record FigureFile(
    Path path,
    String report,
    String command,
    String commit,
    String machine,
    Measurements measurements,
    List<DrawnChart> charts) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** A chart of a report, and the section that contains the chart. */
  record DrawnChart(String section, Panel panel) {}

  /** Copies the list. */
  public FigureFile {
    charts = List.copyOf(charts);
  }

  /**
   * Reads a JSON report.
   *
   * @throws IOException if the file cannot be read, or is not a JSON report of this version; the
   *     message names the file and the missing or wrong field
   */
  public static FigureFile read(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      throw new IOException(path + ": there is no such file");
    }
    JsonField root;
    try {
      root = JsonField.root(path, MAPPER.readTree(path.toFile()));
    } catch (JsonProcessingException e) {
      throw new IOException(path + ": not JSON: " + e.getOriginalMessage(), e);
    }
    root.field("schema")
        .require(value -> value.asText().equals("" + JsonReport.SCHEMA), "" + JsonReport.SCHEMA);
    for (JsonField side : root.field("sides").elements()) {
      check(side);
    }
    JsonField machine = root.field("machine");
    return new FigureFile(
        path,
        root.field("report").text(),
        root.field("command").text(),
        root.field("commit").field("id").text(),
        Math.round(machine.field("cores").number())
            + " cores ("
            + machine.field("processor").text()
            + "), "
            + machine.field("system").text()
            + ", "
            + machine.field("jvm").text(),
        JsonReport.measurements(root.node()),
        charts(root));
  }

  private static void check(JsonField side) throws IOException {
    var unusedAt = side.field("at").text();
    var unusedSide = side.field("side").text();
    for (JsonField metric : side.field("metrics").fields()) {
      var unusedUnit = metric.field("unit").text();
      var unusedOver = metric.field("over").oneOf(names(Metric.Over.values()));
      var unusedBetter = metric.field("better").oneOf(names(Metric.Better.values()));
      for (JsonField repeat : metric.field("repeats").elements()) {
        repeat.requireNumberOrNull();
      }
    }
  }

  private static List<String> names(Enum<?>[] values) {
    return Arrays.stream(values).map(value -> value.name().toLowerCase(Locale.ROOT)).toList();
  }

  private static List<DrawnChart> charts(JsonField root) throws IOException {
    List<DrawnChart> charts = new ArrayList<>();
    for (JsonField chart : root.field("charts").elements()) {
      Panel.Kind kind = kind(chart.field("kind"));
      charts.add(
          new DrawnChart(
              chart.field("section").text(),
              new Panel(
                  chart.field("title").text(),
                  kind,
                  chart.field("x").text(),
                  chart.field("y").text(),
                  chart.field("yScale").positive(),
                  series(chart.field("marks"), kind == Panel.Kind.LOG_LINES))));
    }
    return charts;
  }

  private static Panel.Kind kind(JsonField field) throws IOException {
    List<Panel.Kind> kinds = List.of(Panel.Kind.values());
    String name = field.oneOf(kinds.stream().map(Panel.Kind::text).toList());
    return kinds.stream().filter(kind -> kind.text().equals(name)).findFirst().orElseThrow();
  }

  private static List<Series> series(JsonField marks, boolean isLogarithmic) throws IOException {
    Map<String, List<Mark>> bySeries = new LinkedHashMap<>();
    for (JsonField mark : marks.elements()) {
      Optional<JsonField> base = mark.optional("base");
      Optional<JsonField> across = mark.optional("across");
      bySeries
          .computeIfAbsent(mark.field("series").text(), any -> new ArrayList<>())
          .add(
              new Mark(
                  isLogarithmic ? mark.field("x").positive() : mark.field("x").number(),
                  mark.field("label").text(),
                  ref(mark),
                  base.isPresent() ? ref(base.get()) : null,
                  across.isPresent() ? ref(across.get()) : null));
    }
    List<Series> series = new ArrayList<>();
    bySeries.forEach((name, all) -> series.add(new Series(name, all)));
    return series;
  }

  private static MetricRef ref(JsonField field) throws IOException {
    return new MetricRef(
        field.field("at").text(), field.field("side").text(), field.field("metric").text());
  }

  /** Returns the names of all metrics, sorted. */
  TreeSet<String> metrics() {
    TreeSet<String> names = new TreeSet<>();
    for (Results results : measurements.all()) {
      results.rows().forEach(row -> names.addAll(row.figures().keySet()));
    }
    return names;
  }

  /** Returns the units of a metric; empty if no side has the metric. */
  List<String> units(String metric) {
    return measurements.all().stream()
        .flatMap(results -> results.rows().stream())
        .filter(row -> row.figures().containsKey(metric))
        .map(row -> row.figures().get(metric).metric().unit())
        .distinct()
        .toList();
  }

  /**
   * Requires that at least one side has a metric.
   *
   * @throws IOException if no side has the metric; the message names the file and its metrics
   */
  void requireMetric(String metric) throws IOException {
    if (!metrics().contains(metric)) {
      throw new IOException(
          path
              + ": sides[].metrics: no side has the metric "
              + metric
              + "; the metrics are "
              + String.join(", ", metrics()));
    }
  }
}
