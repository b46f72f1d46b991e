package dev.yardmaster.benchmarks.report;

import dev.yardmaster.benchmarks.experiment.Claim;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.Mark;
import dev.yardmaster.benchmarks.experiment.Measurements;
import dev.yardmaster.benchmarks.experiment.Panel;
import dev.yardmaster.benchmarks.experiment.Series;
import dev.yardmaster.benchmarks.experiment.Verdict;
import dev.yardmaster.benchmarks.run.Spread;
import dev.yardmaster.server.cli.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.stream.Collectors;

/**
 * An experiment for people: its figures with what the paper claims of them, as tables and as one
 * HTML page.
 *
 * @param paper its name
 * @param settings by name
 */
public record ExperimentReport(
    String paper, Map<String, Object> settings, List<Figure> figures, Measurements measurements) {

  private static final String MISSING = "-";

  /** Copies what can be. */
  public ExperimentReport {
    settings = new LinkedHashMap<>(settings);
    figures = List.copyOf(figures);
  }

  /** For the terminal: every figure's values and claims. */
  public List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    for (Figure figure : figures) {
      tables.addAll(tables(figure));
    }
    return tables;
  }

  private List<Table> tables(Figure figure) {
    List<Table> tables = new ArrayList<>();
    String heading = figure.heading() + ", " + figure.title();
    if (!figure.facts().isEmpty()) {
      tables.add(
          new Table(
              heading + "; " + figure.setting(),
              figure.facts().get(0),
              figure.facts().subList(1, figure.facts().size())));
    }
    for (Panel panel : figure.panels()) {
      tables.add(values(heading, panel));
    }
    if (!figure.claims().isEmpty()) {
      tables.add(claims(heading + ": claims", figure));
    }
    return tables;
  }

  private Table values(String heading, Panel panel) {
    Chart chart = chart(panel);
    List<String> header = new ArrayList<>(List.of(panel.xLabel()));
    chart.lines().forEach(line -> header.add(line.name()));
    List<List<String>> rows = new ArrayList<>();
    for (String label : chart.labels()) {
      List<String> row = new ArrayList<>(List.of(label));
      for (Chart.Line line : chart.lines()) {
        row.add(Chart.at(line, label).map(dot -> value(dot.y())).orElse(MISSING));
      }
      rows.add(row);
    }
    return new Table(heading + "; " + panel.title() + ": " + panel.yLabel(), header, rows);
  }

  private static String value(Spread spread) {
    String median = number(spread.median());
    return spread.min() == spread.max()
        ? median
        : median + " (" + number(spread.min()) + "-" + number(spread.max()) + ")";
  }

  private static String number(double value) {
    double size = Math.abs(value);
    return String.format(
        Locale.ROOT, size >= 1_000 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f", value);
  }

  private Table claims(String title, Figure figure) {
    List<List<String>> rows = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    for (Claim claim : figure.claims()) {
      Claim.Judged judged = claim.judge(measurements);
      if (!claim.reason().isEmpty() && !reasons.contains(claim.reason())) {
        reasons.add(claim.reason());
      }
      rows.add(
          List.of(
              claim.words(),
              Double.isNaN(claim.paper()) ? MISSING : number(claim.paper()),
              (claim.direction() == Claim.Direction.AT_LEAST ? ">= " : "<= ") + number(claim.bar()),
              judged.measured().map(ratio -> measured(ratio, judged.at())).orElse(MISSING),
              judged.verdict().words(),
              claim.reason().isEmpty() ? "" : Table.mark(reasons.indexOf(claim.reason()))));
    }
    return new Table(
        title,
        List.of("claim", "paper", "asked for", "measured", "verdict", "what differs"),
        rows,
        reasons);
  }

  private static String measured(Spread ratio, String at) {
    return value(ratio) + (at.isEmpty() ? "" : ", " + at);
  }

  /** Rounds whose data or scans were not as they must be. */
  public List<String> findings() {
    return measurements.all().entrySet().stream()
        .flatMap(
            point -> point.getValue().findings().stream().map(line -> point.getKey() + ": " + line))
        .toList();
  }

  /** How many claims there are of each verdict, in one line. */
  public String summary() {
    Map<Verdict, Long> counts =
        figures.stream()
            .flatMap(figure -> figure.claims().stream())
            .collect(
                Collectors.groupingBy(
                    claim -> claim.judge(measurements).verdict(), Collectors.counting()));
    List<String> parts = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      parts.add(counts.getOrDefault(verdict, 0L) + " " + verdict.words());
    }
    return "Claims: " + String.join(", ", parts) + ".";
  }

  private Chart chart(Panel panel) {
    List<Chart.Line> lines = new ArrayList<>();
    for (Series series : panel.series()) {
      List<Chart.Dot> dots = new ArrayList<>();
      for (Mark mark : series.marks()) {
        Optional<Spread> height = mark.height(measurements);
        height.ifPresent(
            value -> dots.add(new Chart.Dot(mark.x(), mark.label(), scaled(value, panel))));
      }
      lines.add(new Chart.Line(series.name(), dots));
    }
    return new Chart(panel.title(), panel.xLabel(), panel.yLabel(), lines);
  }

  private static Spread scaled(Spread spread, Panel panel) {
    double scale = panel.yScale();
    return new Spread(spread.median() * scale, spread.min() * scale, spread.max() * scale);
  }

  /** The page, which loads nothing from anywhere. */
  public String html(Machine machine, String commandLine) {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("title", Html.escape("Yardmaster: " + paper));
    parts.put("paper", Html.escape(paper));
    parts.put("summary", Html.escape(summary()));
    parts.put(
        "warnings",
        findings().stream()
            .map(line -> "<p class=\"warning\">Invariant broken: " + Html.escape(line) + "</p>")
            .collect(Collectors.joining("\n")));
    parts.put("figures", figures.stream().map(this::section).collect(Collectors.joining("\n")));
    parts.put("settings", Page.list(settings));
    parts.put("machine", Html.escape(machine.toString()));
    parts.put("command", Html.escape(commandLine));
    parts.put("style", PageResource.text("report.css"));
    parts.put("chart", PageResource.text("chart.css"));
    return Page.fill(PageResource.text("experiment.html"), parts);
  }

  private String section(Figure figure) {
    StringBuilder html = new StringBuilder("<section>\n<h2>");
    html.append(Html.escape(figure.heading() + ": " + figure.title())).append("</h2>\n<p>");
    html.append(Html.escape(figure.setting())).append("</p>\n<div class=\"panels\">\n");
    for (Panel panel : figure.panels()) {
      Chart chart = chart(panel);
      if (!chart.isEmpty()) {
        html.append("<div class=\"panel\">").append(svg(panel, chart)).append("</div>\n");
      }
    }
    html.append("</div>\n");
    List<Table> tables = tables(figure);
    if (!figure.claims().isEmpty()) {
      html.append(Page.table(tables.remove(tables.size() - 1))).append('\n');
    }
    if (!tables.isEmpty()) {
      boolean folded = !figure.panels().isEmpty();
      html.append(folded ? "<details><summary>Values</summary>\n" : "");
      tables.forEach(table -> html.append(Page.table(table)).append('\n'));
      html.append(folded ? "</details>\n" : "");
    }
    return html.append("</section>").toString();
  }

  /** Every chart as a file of its own, by the file's name. */
  public Map<String, String> plots() {
    String look =
        "<style>\n"
            + PageResource.text("chart.css")
            + "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
    Map<String, String> plots = new LinkedHashMap<>();
    for (Figure figure : figures) {
      int number = 0;
      for (Panel panel : figure.panels()) {
        Chart chart = chart(panel);
        number++;
        if (!chart.isEmpty()) {
          plots.put(
              "figure-" + figure.id() + (figure.panels().size() > 1 ? "-" + number : "") + ".svg",
              svg(panel, chart).replaceFirst(">", Matcher.quoteReplacement(">\n" + look)));
        }
      }
    }
    return plots;
  }

  private static String svg(Panel panel, Chart chart) {
    return switch (panel.kind()) {
      case LINES -> SvgChart.lines(chart, false);
      case LOG_LINES -> SvgChart.lines(chart, true);
      case LOG_HEIGHTS -> SvgChart.linesOfLogarithms(chart);
      case BARS -> SvgChart.bars(chart);
      case STACKED_BARS -> SvgChart.stackedBars(chart);
    };
  }
}
