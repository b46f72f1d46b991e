package dev.yardmaster.benchmarks.plot;

import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.plot.FigureFile.DrawnChart;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.benchmarks.report.Section;
import dev.yardmaster.benchmarks.report.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Charts of one or more JSON reports. A chart has the series of every file. If no metrics are
 * chosen, the charts are those of the reports. For a chosen metric, there is a chart for each line
 * chart of a report, with the same positions and the chosen metric. The sides that are in no line
 * chart become bars, in one chart for each comparison. An instance is for use by one thread.
 */
public final class Plot {

  private static final String NOTE = "Each series of several files begins with the file's name.";

  private final List<FigureFile> files;
  private final Map<FigureFile, String> names = new HashMap<>();
  private final Map<ChartKey, Panel> panels = new LinkedHashMap<>();

  /** The section and the title of a chart. */
  private record ChartKey(String section, String title) {}

  private record SideRef(String at, String side) {}

  private Plot(List<FigureFile> files) {
    this.files = List.copyOf(files);
    for (FigureFile file : files) {
      String name = stem(file);
      boolean isUnique = files.stream().filter(each -> stem(each).equals(name)).count() == 1;
      names.put(file, isUnique ? name : file.path().toString());
    }
  }

  private static String stem(FigureFile file) {
    return file.path().getFileName().toString().replaceFirst("\\.[^.]*$", "");
  }

  /**
   * Returns a report with the charts of some files.
   *
   * @param files at least one file
   * @param metrics the metrics to draw; empty for the charts of the reports
   * @throws IOException if a file has no figure of a metric; the message names the file
   */
  public static Report of(List<FigureFile> files, Collection<String> metrics) throws IOException {
    Plot plot = new Plot(files);
    for (String metric : metrics) {
      for (FigureFile file : files) {
        file.requireMetric(metric);
        requireUnit(file, metric, files.get(0));
        plot.draw(file, metric);
      }
    }
    if (metrics.isEmpty()) {
      files.forEach(plot::redraw);
    }
    return plot.report();
  }

  /**
   * Requires that the metric has the same unit in the two files, because all sides of all files
   * share an axis.
   */
  private static void requireUnit(FigureFile file, String metric, FigureFile first)
      throws IOException {
    String other = first.units(metric).get(0);
    for (String unit : file.units(metric)) {
      if (!unit.equals(other)) {
        throw new IOException(
            file.path()
                + ": the metric "
                + metric
                + " has the unit "
                + unit
                + ", and in "
                + first.path()
                + " the unit "
                + other);
      }
    }
  }

  private Report report() {
    Measurements all = new Measurements();
    Map<String, Object> settings = new LinkedHashMap<>();
    for (FigureFile file : files) {
      file.measurements().all().forEach(results -> all.put(results.named(at(file, results.at()))));
      settings.put(
          names.get(file), file.command() + "; commit " + file.commit() + "; " + file.machine());
    }
    Map<String, List<Panel>> bySection = new LinkedHashMap<>();
    panels.forEach(
        (key, panel) ->
            bySection.computeIfAbsent(key.section(), any -> new ArrayList<>()).add(panel));
    List<Section> sections = new ArrayList<>();
    bySection.forEach(
        (heading, some) ->
            sections.add(
                new Section(
                    Integer.toString(sections.size() + 1),
                    heading,
                    "",
                    some,
                    List.of(),
                    some.stream().map(panel -> panel.values(heading, all)).toList(),
                    List.of(),
                    false)));
    return new Report(
        "plot",
        String.join(", ", files.stream().map(FigureFile::report).distinct().toList()),
        "",
        settings,
        all,
        sections,
        "",
        isSingle() ? "" : NOTE);
  }

  private boolean isSingle() {
    return files.size() == 1;
  }

  /** Returns the name under which the measurements of all files contain a comparison of a file. */
  private String at(FigureFile file, String at) {
    return isSingle() ? at : names.get(file) + (at.isEmpty() ? "" : ": " + at);
  }

  private MetricRef ref(FigureFile file, MetricRef ref) {
    return ref == null ? null : new MetricRef(at(file, ref.point()), ref.side(), ref.metric());
  }

  private void redraw(FigureFile file) {
    for (DrawnChart chart : file.charts()) {
      Panel drawn = chart.panel();
      List<Series> series = new ArrayList<>();
      for (Series each : drawn.series()) {
        series.add(
            new Series(
                isSingle() ? each.name() : names.get(file) + ": " + each.name(),
                each.marks().stream()
                    .map(
                        mark ->
                            new Mark(
                                mark.x(),
                                mark.label(),
                                ref(file, mark.value()),
                                ref(file, mark.base()),
                                ref(file, mark.across())))
                    .toList()));
      }
      // Bars of several files cannot be stacked on each other.
      boolean isSeparate = drawn.kind() == Panel.Kind.STACKED_BARS && !isSingle();
      String title = isSeparate ? drawn.title() + ", " + names.get(file) : drawn.title();
      add(
          chart.section(),
          title,
          drawn.kind(),
          drawn.xLabel(),
          drawn.yLabel(),
          drawn.yScale(),
          series);
    }
  }

  /** Adds series to the chart with a title, and adds the chart if it is new. */
  private void add(
      String section,
      String title,
      Panel.Kind kind,
      String xLabel,
      String yLabel,
      double yScale,
      List<Series> series) {
    List<Series> visible = series.stream().filter(each -> !each.marks().isEmpty()).toList();
    if (!visible.isEmpty()) {
      panels.merge(
          new ChartKey(section, title),
          new Panel(title, kind, xLabel, yLabel, yScale, visible),
          Plot::joined);
    }
  }

  private static Panel joined(Panel panel, Panel more) {
    List<Series> series = new ArrayList<>(panel.series());
    series.addAll(more.series());
    return new Panel(
        panel.title(), panel.kind(), panel.xLabel(), panel.yLabel(), panel.yScale(), series);
  }

  private void draw(FigureFile file, String metric) {
    String unit = file.units(metric).get(0);
    String yLabel = unit.equals("1") ? metric : metric + ", " + unit;
    Set<List<Object>> drawn = new HashSet<>();
    Set<SideRef> sides = new HashSet<>();
    for (DrawnChart chart : file.charts()) {
      Panel panel = chart.panel();
      if (!panel.kind().hasLines() || !hasOnePositionForEachSide(panel)) {
        continue;
      }
      List<Series> series = new ArrayList<>();
      List<Object> layout = new ArrayList<>(List.of(chart.section()));
      for (Series each : panel.series()) {
        List<Mark> marks = new ArrayList<>();
        for (Mark mark : each.marks()) {
          MetricRef value = new MetricRef(mark.value().point(), mark.value().side(), metric);
          if (file.measurements().spread(value).isPresent()) {
            marks.add(Mark.at(mark.x(), mark.label(), ref(file, value)));
            sides.add(new SideRef(value.point(), value.side()));
            layout.add(List.of(each.name(), value.point(), value.side(), mark.x()));
          }
        }
        series.add(
            new Series(isSingle() ? each.name() : names.get(file) + ": " + each.name(), marks));
      }
      // Several charts of a section may differ only in the metric. They give only one chart for a
      // chosen metric.
      if (drawn.add(layout)) {
        add(
            chart.section(),
            metric + " (" + panel.title() + ")",
            panel.kind() == Panel.Kind.LOG_LINES ? Panel.Kind.LOG_LINES : Panel.Kind.LINES,
            panel.xLabel(),
            yLabel,
            1,
            series);
      }
    }
    drawBars(file, metric, yLabel, sides);
  }

  /** Returns whether a side is not at several positions, as in a chart of a side over time. */
  private static boolean hasOnePositionForEachSide(Panel panel) {
    Map<SideRef, Double> positions = new HashMap<>();
    for (Series series : panel.series()) {
      for (Mark mark : series.marks()) {
        SideRef side = new SideRef(mark.value().point(), mark.value().side());
        Double earlier = positions.putIfAbsent(side, mark.x());
        if (mark.across() != null || (earlier != null && earlier != mark.x())) {
          return false;
        }
      }
    }
    return true;
  }

  /** Adds bar charts of the sides that are in no line chart. */
  private void drawBars(FigureFile file, String metric, String yLabel, Set<SideRef> drawn) {
    for (Results results : file.measurements().all()) {
      List<Mark> marks = new ArrayList<>();
      for (Results.Row row : results.rows()) {
        MetricRef value = new MetricRef(results.at(), row.label(), metric);
        if (!drawn.contains(new SideRef(results.at(), row.label()))
            && file.measurements().spread(value).isPresent()) {
          marks.add(Mark.at(marks.size(), row.label(), ref(file, value)));
        }
      }
      String title = results.at().isEmpty() ? metric : metric + ", " + results.at();
      Series series = new Series(isSingle() ? metric : names.get(file), marks);
      add("Figures", title, Panel.Kind.BARS, "", yLabel, 1, List.of(series));
    }
  }
}
