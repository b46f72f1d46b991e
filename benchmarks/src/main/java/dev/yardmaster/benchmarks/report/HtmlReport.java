package dev.yardmaster.benchmarks.report;

import dev.yardmaster.benchmarks.run.Results;
import dev.yardmaster.benchmarks.run.SideResult;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The HTML report: one file that loads nothing from anywhere, with charts where scripts run and
 * tables in any case.
 */
public final class HtmlReport {

  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

  private HtmlReport() {}

  /** The page of a comparison that has at least one repeat. */
  public static String render(Results results, Machine machine, String commandLine) {
    String workload = results.experiment().workload().name();
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("title", Html.escape("Yardmaster: " + workload));
    parts.put("workload", Html.escape(workload));
    parts.put("description", Html.escape(results.experiment().workload().description()));
    parts.put("headline", Html.escape(headline(results)));
    parts.put("base", Html.escape(results.baseLabel()));
    parts.put("repeats", Integer.toString(results.repeats()));
    parts.put("warnings", warnings(results));
    parts.put("figures", table(ResultTables.figures(results)));
    parts.put("validator", table(ResultTables.validator(results)));
    parts.put("aborts", table(ResultTables.aborts(results)));
    parts.put("everyRepeat", table(ResultTables.repeats(results)));
    parts.put("settings", list(Settings.of(results.experiment())));
    parts.put("machine", Html.escape(machine.toString()));
    parts.put("command", Html.escape(commandLine));
    parts.put("style", PageResource.text("report.css"));
    parts.put("chartJs", Html.escapeScript(PageResource.chartJs()));
    parts.put("script", Html.escapeScript(PageResource.text("report.js")));
    parts.put("data", Html.escapeJson(JsonReport.write(JsonReport.sides(results))));
    return fill(PageResource.text("report.html"), parts);
  }

  /** Fills every place in one pass, so that a part's own text is never taken for a place. */
  private static String fill(String page, Map<String, String> parts) {
    return PLACE
        .matcher(page)
        .replaceAll(place -> Matcher.quoteReplacement(part(parts, place.group(1))));
  }

  private static String part(Map<String, String> parts, String name) {
    String part = parts.get(name);
    if (part == null) {
      throw new IllegalStateException("the page has a place without a part: " + name);
    }
    return part;
  }

  private static String headline(Results results) {
    SideResult best =
        results.sides().stream()
            .max(Comparator.comparingDouble(side -> side.ratioToBase().median()))
            .orElseThrow();
    if (best.side().label().equals(results.baseLabel())) {
      return "No side commits more than " + results.baseLabel() + ".";
    }
    String ratio = ResultTables.ratio(best.ratioToBase(), results.repeats());
    if (best.ratioToBase().min() <= 1) {
      return "No side is ahead of "
          + results.baseLabel()
          + " in every repeat; the median of "
          + best.side().label()
          + " is "
          + ratio
          + " times as much.";
    }
    return best.side().label()
        + " commits most: "
        + ratio
        + " times as much as "
        + results.baseLabel()
        + ".";
  }

  private static String warnings(Results results) {
    return results.brokenInvariants().stream()
        .map(line -> "<p class=\"warning\">Invariant broken: " + Html.escape(line) + "</p>")
        .collect(Collectors.joining("\n"));
  }

  private static String table(Table table) {
    StringBuilder html = new StringBuilder("<div class=\"scroll\"><table>\n<caption>");
    html.append(Html.escape(table.title())).append("</caption>\n<thead>");
    appendRow(html, "th", table.header());
    html.append("</thead>\n<tbody>\n");
    for (List<String> row : table.rows()) {
      appendRow(html, "td", row);
    }
    return html.append("</tbody>\n</table></div>").toString();
  }

  private static void appendRow(StringBuilder html, String cellTag, List<String> cells) {
    html.append("<tr>");
    for (String cell : cells) {
      html.append('<').append(cellTag).append('>');
      html.append(Html.escape(cell));
      html.append("</").append(cellTag).append('>');
    }
    html.append("</tr>\n");
  }

  private static String list(Map<String, Object> settings) {
    StringBuilder html = new StringBuilder("<dl>\n");
    settings.forEach(
        (name, value) ->
            html.append("<dt>")
                .append(Html.escape(name))
                .append("</dt><dd>")
                .append(Html.escape(String.valueOf(value)))
                .append("</dd>\n"));
    return html.append("</dl>").toString();
  }
}
