package dev.yardmaster.benchmarks.report;

import dev.yardmaster.benchmarks.run.Results;
import dev.yardmaster.benchmarks.run.SideResult;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The HTML report: one file that loads nothing from anywhere, with charts where scripts run and
 * tables in any case.
 */
public final class HtmlReport {

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
    parts.put("figures", Page.table(ResultTables.figures(results)));
    parts.put("validator", Page.table(ResultTables.validator(results)));
    parts.put("log", results.experiment().isDurable() ? Page.table(ResultTables.log(results)) : "");
    parts.put(
        "arrivals",
        results.experiment().openLoad().isPresent()
            ? Page.table(ResultTables.arrivals(results))
            : "");
    parts.put("aborts", Page.table(ResultTables.aborts(results)));
    parts.put("everyRepeat", Page.table(ResultTables.repeats(results)));
    parts.put("settings", Page.list(Settings.of(results.experiment())));
    parts.put("machine", Html.escape(machine.toString()));
    parts.put("command", Html.escape(commandLine));
    parts.put("style", PageResource.text("report.css"));
    parts.put("chartJs", Html.escapeScript(PageResource.chartJs()));
    parts.put("script", Html.escapeScript(PageResource.text("report.js")));
    parts.put("data", Html.escapeJson(JsonReport.write(JsonReport.sides(results))));
    return Page.fill(PageResource.text("report.html"), parts);
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
}
