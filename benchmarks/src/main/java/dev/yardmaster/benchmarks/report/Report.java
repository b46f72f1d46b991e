package dev.yardmaster.benchmarks.report;

import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Disturbance;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.server.cli.FigureTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.stream.Collectors;

/**
 * A report for human readers. It consists of tables for the terminal, and of an HTML page that
 * needs no other file. {@link JsonReport} is the form for scripts.
 *
 * @param kind benchmark or experiment
 * @param title the subject, as a short phrase
 * @param description a sentence that describes the subject
 * @param settings the settings of the run, by the names of their options
 * @param headline a sentence that states the result; empty for none
 * @param note a description of the method, for the foot of the page
 */
public record Report(
    String kind,
    String title,
    String description,
    Map<String, Object> settings,
    Measurements measurements,
    List<Section> sections,
    String headline,
    String note) {

  private static final String PAGE = "report.html";

  /** Makes copies of the settings and the sections. */
  public Report {
    settings = new LinkedHashMap<>(settings);
    sections = List.copyOf(sections);
  }

  /** Returns a report of a benchmark with one part. */
  public static Report benchmark(
      String title,
      String description,
      Map<String, Object> settings,
      Measurements measurements,
      Section section,
      String headline,
      String note) {
    return new Report(
        "benchmark", title, description, settings, measurements, List.of(section), headline, note);
  }

  /**
   * Returns this report for measurements that are too short for verdicts on its claims and bars.
   * The headline then states that there is no verdict.
   */
  public Report withoutVerdicts() {
    boolean hasClaims = sections.stream().anyMatch(section -> !section.claims().isEmpty());
    return new Report(
        kind,
        title,
        description,
        settings,
        measurements,
        sections.stream().map(Section::withoutVerdicts).toList(),
        hasClaims ? "No verdict: --quick measures for a short time." : headline,
        note);
  }

  /** Returns the tables for the terminal, in order. */
  public List<FigureTable> tables() {
    List<FigureTable> tables = new ArrayList<>();
    for (Section section : sections) {
      tables.addAll(section.tables());
      if (!section.claims().isEmpty()) {
        tables.add(claims(section));
      }
    }
    return tables;
  }

  private FigureTable claims(Section section) {
    return ClaimTable.of(
        kind.equals("benchmark") ? "Bars" : section.heading() + ": claims",
        section.claims(),
        measurements);
  }

  /** Returns a line for each failed check. */
  public List<String> findings() {
    return measurements.findings();
  }

  /** Returns whether all measured ratios reach their bars (the required values). */
  public boolean meetsBars() {
    return judged().stream().allMatch(Claim.Judged::isMet);
  }

  List<Claim.Judged> judged() {
    return sections.stream()
        .flatMap(section -> section.claims().stream())
        .map(claim -> claim.judge(measurements))
        .toList();
  }

  /**
   * Returns a sentence about the share of the machine that other processes used; empty if time is
   * virtual.
   */
  public String disturbance() {
    List<Disturbance> rounds = measurements.rounds();
    double most =
        rounds.stream()
            .filter(Disturbance::isKnown)
            .mapToDouble(Disturbance::others)
            .max()
            .orElse(Double.NaN);
    long disturbed = rounds.stream().filter(Disturbance::isDisturbed).count();
    String again = againInWords(rounds.stream().mapToInt(each -> each.attempts() - 1).sum());
    if (rounds.isEmpty()) {
      return "";
    }
    if (Double.isNaN(most)) {
      return "The share of the machine that other processes used is unknown: rounds were too short,"
          + " or the kernel does not report it.";
    }
    return disturbed == 0
        ? "Other processes used at most " + Shown.PERCENT.text(most) + " of the machine" + again
        : String.format(
            Locale.ROOT,
            "DISTURBED: in %d of %d rounds other processes used more than %s of the machine, %s at"
                + " most%s",
            disturbed,
            rounds.size(),
            Shown.PERCENT.text(Disturbance.MAX_OTHERS_SHARE),
            Shown.PERCENT.text(most),
            again);
  }

  private static String againInWords(int again) {
    return switch (again) {
      case 0 -> ".";
      case 1 -> "; 1 disturbed round was run again.";
      default -> "; " + again + " disturbed rounds were run again.";
    };
  }

  /** Returns whether other processes disturbed at least one round. */
  boolean isDisturbed() {
    return measurements.rounds().stream().anyMatch(Disturbance::isDisturbed);
  }

  /** Returns the HTML page. */
  public String html(Provenance provenance) {
    return html(
        provenance.machine().toString(), provenance.revision().toString(), provenance.command());
  }

  /**
   * Returns the HTML page.
   *
   * @param machine describes the machine on which the report was measured
   * @param commit names the commit of the measured code
   */
  public String html(String machine, String commit, String commandLine) {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("kind", HtmlText.escape(kind));
    parts.put("title", HtmlText.escape(title));
    parts.put("description", HtmlText.escape(description));
    parts.put("headline", HtmlText.escape(headline));
    parts.put("disturbance", HtmlText.escape(disturbance()));
    parts.put("disturbed", isDisturbed() ? "warning" : "quiet");
    parts.put(
        "warnings",
        findings().stream()
            .map(line -> "<p class=\"warning\">Invariant broken: " + HtmlText.escape(line) + "</p>")
            .collect(Collectors.joining("\n")));
    parts.put("sections", sections.stream().map(this::html).collect(Collectors.joining("\n")));
    parts.put("settings", HtmlPage.list(settings));
    parts.put("machine", HtmlText.escape(machine));
    parts.put("commit", HtmlText.escape(commit));
    parts.put("command", HtmlText.escape(commandLine));
    parts.put("note", HtmlText.escape(note));
    parts.put("style", PageResource.text("report.css"));
    parts.put("chart", PageResource.text("chart.css"));
    return HtmlPage.fill(PageResource.text(PAGE), parts);
  }

  private String html(Section section) {
    StringBuilder html = new StringBuilder("<section>\n<h2>");
    html.append(HtmlText.escape(section.heading())).append("</h2>\n<p>");
    html.append(HtmlText.escape(section.text())).append("</p>\n<div class=\"panels\">\n");
    for (Panel panel : section.panels()) {
      panel
          .svg(measurements)
          .ifPresent(svg -> html.append("<div class=\"panel\">").append(svg).append("</div>\n"));
    }
    html.append("</div>\n");
    if (!section.claims().isEmpty()) {
      html.append(HtmlPage.table(claims(section))).append('\n');
    }
    append(html, section.isFolded() ? List.of() : section.tables(), "");
    append(html, section.isFolded() ? section.tables() : section.more(), "Values");
    return html.append("</section>").toString();
  }

  private static void append(StringBuilder html, List<FigureTable> tables, String fold) {
    boolean isFolded = !fold.isEmpty() && !tables.isEmpty();
    html.append(isFolded ? "<details><summary>" + fold + "</summary>\n" : "");
    tables.forEach(table -> html.append(HtmlPage.table(table)).append('\n'));
    html.append(isFolded ? "</details>\n" : "");
  }

  /** Returns a separate SVG file for every chart, by the name of the file. */
  public Map<String, String> plots() {
    String look =
        "<style>\n"
            + PageResource.text("chart.css")
            + "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
    Map<String, String> plots = new LinkedHashMap<>();
    for (Section section : sections) {
      for (int i = 0; i < section.panels().size(); i++) {
        String number = section.panels().size() > 1 ? "-" + (i + 1) : "";
        section
            .panels()
            .get(i)
            .svg(measurements)
            .ifPresent(
                svg ->
                    plots.put(
                        "figure-" + section.id() + number + ".svg",
                        svg.replaceFirst(">", Matcher.quoteReplacement(">\n" + look))));
      }
    }
    return plots;
  }
}
