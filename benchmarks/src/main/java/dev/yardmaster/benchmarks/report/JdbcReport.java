package dev.yardmaster.benchmarks.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.yardmaster.benchmarks.jdbc.JdbcFigures;
import dev.yardmaster.benchmarks.jdbc.JdbcResults;
import dev.yardmaster.benchmarks.jdbc.JdbcResults.Row;
import dev.yardmaster.benchmarks.jdbc.LimitTuning;
import dev.yardmaster.benchmarks.run.Spread;
import dev.yardmaster.server.cli.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What sides on PostgreSQL reached, as tables, as JSON and as a page.
 *
 * @param description what is run, in one line
 * @param settings by the names of their options
 * @param server what the server says of its own settings
 * @param results for every skew and number of connections; at least one
 * @param findings a line for every round whose data was not as it must be
 */
public record JdbcReport(
    String description,
    Map<String, Object> settings,
    Map<String, String> server,
    List<JdbcResults> results,
    List<String> findings) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Copies the lists. */
  public JdbcReport {
    results = List.copyOf(results);
    findings = List.copyOf(findings);
  }

  /** For the terminal, in order. */
  public List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    for (JdbcResults result : results) {
      result.tunings().forEach(tuning -> tables.add(tuning(result, tuning)));
      tables.add(figures(result));
    }
    List<Bar> bars = bars();
    if (!bars.isEmpty()) {
      tables.add(Bar.table(bars));
    }
    return tables;
  }

  private static String at(JdbcResults result) {
    return String.format(
        Locale.ROOT, "Skew %s, %d connections", result.skew(), result.connections());
  }

  private static Table tuning(JdbcResults result, LimitTuning tuning) {
    List<List<String>> rows = new ArrayList<>();
    for (LimitTuning.Tried tried : tuning.tried()) {
      rows.add(
          List.of(
              Integer.toString(tried.limit()),
              ResultTables.whole(tried.figures().committedPerSecond()),
              perCommit(tried.figures().abortsPerCommit()),
              ResultTables.whole(tried.figures().latency().p99()),
              tried.limit() == tuning.best() ? "taken" : ""));
    }
    return new Table(
        at(result) + ", limits tried for " + tuning.side() + "; p99 in us",
        List.of("limit", "committed/s", "aborts", "p99", ""),
        rows);
  }

  private Table figures(JdbcResults result) {
    Row base = result.rows().get(0);
    int repeats = base.repeats().size();
    List<List<String>> rows = new ArrayList<>();
    for (Row row : result.rows()) {
      JdbcFigures medians = row.medians();
      List<String> cells = new ArrayList<>();
      cells.add(row.label());
      cells.add(row.logic());
      cells.add(ResultTables.whole(medians.committedPerSecond()));
      cells.add(ResultTables.ratio(row.ratioTo(base, JdbcFigures::committedPerSecond), repeats));
      cells.add(perCommit(medians.abortsPerCommit()));
      cells.add(ResultTables.ratio(row.ratioTo(base, JdbcFigures::abortsPerCommit), repeats));
      cells.add(Integer.toString(medians.mostAborts()));
      cells.add(ResultTables.whole(medians.latency().p50()));
      cells.add(ResultTables.whole(medians.latency().p95()));
      cells.add(ResultTables.whole(medians.latency().p99()));
      cells.add(ResultTables.whole(medians.latency().p999()));
      cells.add(ResultTables.whole(medians.latency().max()));
      cells.add(medians.invariantHolds() ? "holds" : "BROKEN");
      rows.add(cells);
    }
    return new Table(
        at(result)
            + (isChecked() ? ", with histories: not to be compared with other runs" : "")
            + "; medians of "
            + repeats
            + (repeats == 1 ? " repeat" : " repeats")
            + "; ratios to "
            + base.label()
            + " within a repeat (least-greatest), aborts per commit and the most of one"
            + " transaction, latency in us",
        List.of(
            "side",
            "logic",
            "committed/s",
            "ratio",
            "aborts",
            "ratio",
            "most",
            "p50",
            "p95",
            "p99",
            "p99.9",
            "max",
            "invariant"),
        rows);
  }

  /** None of a run whose figures are not to be compared. */
  private List<Bar> bars() {
    return isChecked()
        ? List.of()
        : results.stream()
            .flatMap(result -> JdbcBars.of(result, "on".equals(server.get("fsync"))).stream())
            .toList();
  }

  private boolean isChecked() {
    return Boolean.TRUE.equals(settings.get("checked"));
  }

  private static String perCommit(double figure) {
    return String.format(Locale.ROOT, "%.4f", figure);
  }

  /** An object with the results, the settings and the server's. */
  public String json() {
    return JsonReport.write(tree()) + '\n';
  }

  private ObjectNode tree() {
    ObjectNode report = MAPPER.createObjectNode();
    ArrayNode list = report.putArray("results");
    for (JdbcResults result : results) {
      ObjectNode node = list.addObject();
      node.put("skew", result.skew());
      node.put("connections", result.connections());
      node.set("sides", sides(result));
      ArrayNode tunings = node.putArray("tunings");
      result.tunings().forEach(tuning -> tunings.add(tuningTree(tuning)));
      if (isChecked()) {
        node.put("checkedTransactions", result.checkedTransactions());
      }
    }
    ArrayNode barNodes = report.putArray("bars");
    for (Bar bar : bars()) {
      ObjectNode node = barNodes.addObject();
      node.put("figure", bar.figure());
      node.put("bar", bar.bar());
      node.put("found", bar.found());
      node.put("met", bar.isMet());
    }
    report.set("findings", MAPPER.valueToTree(findings));
    report.set("settings", MAPPER.valueToTree(settings));
    report.set("server", MAPPER.valueToTree(server));
    return report;
  }

  private static ArrayNode sides(JdbcResults result) {
    Row base = result.rows().get(0);
    ArrayNode sides = MAPPER.createArrayNode();
    for (Row row : result.rows()) {
      ObjectNode node = sides.addObject();
      node.put("side", row.label());
      node.put("logic", row.logic());
      put(node, row.medians());
      Spread ratio = row.ratioTo(base, JdbcFigures::committedPerSecond);
      node.put("base", base.label());
      node.put("ratioToBase", ratio.median());
      node.put("ratioToBaseMin", ratio.min());
      node.put("ratioToBaseMax", ratio.max());
      ArrayNode repeats = node.putArray("repeats");
      row.repeats().forEach(figures -> put(repeats.addObject(), figures));
    }
    return sides;
  }

  private static ObjectNode tuningTree(LimitTuning tuning) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("side", tuning.side());
    node.put("best", tuning.best());
    ArrayNode tried = node.putArray("tried");
    for (LimitTuning.Tried each : tuning.tried()) {
      ObjectNode entry = tried.addObject();
      entry.put("limit", each.limit());
      put(entry, each.figures());
    }
    return node;
  }

  private static void put(ObjectNode node, JdbcFigures figures) {
    node.put("committedPerSecond", figures.committedPerSecond());
    node.put("refusedPerCommit", figures.refusedPerCommit());
    node.put("abortsPerCommit", figures.abortsPerCommit());
    node.put("deadlocksPerCommit", figures.deadlocksPerCommit());
    node.put("mostAborts", figures.mostAborts());
    node.put("meanUs", figures.latency().mean());
    node.put("p50Us", figures.latency().p50());
    node.put("p95Us", figures.latency().p95());
    node.put("p99Us", figures.latency().p99());
    node.put("p999Us", figures.latency().p999());
    node.put("maxUs", figures.latency().max());
    node.put("clientCpuNsPerCommit", figures.clientCpuNsPerCommit());
    node.put("serverCpuNsPerCommit", figures.serverCpuNsPerCommit());
    node.put("invariantHolds", figures.invariantHolds());
  }

  /** The page. */
  public String html(Machine machine, String commandLine) {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("description", Html.escape(description));
    parts.put("warnings", warnings());
    parts.put("tables", tables().stream().map(Page::table).collect(Collectors.joining("\n")));
    parts.put("settings", Page.list(settings));
    parts.put("server", Page.list(new LinkedHashMap<>(server)));
    parts.put("machine", Html.escape(machine.toString()));
    parts.put("command", Html.escape(commandLine));
    parts.put("style", PageResource.text("report.css"));
    parts.put("chartJs", Html.escapeScript(PageResource.chartJs()));
    parts.put("script", Html.escapeScript(PageResource.text("jdbc.js")));
    parts.put("data", Html.escapeJson(JsonReport.write(tree())));
    return Page.fill(PageResource.text("jdbc.html"), parts);
  }

  private String warnings() {
    return findings.stream()
        .map(line -> "<p class=\"warning\">Invariant broken: " + Html.escape(line) + "</p>")
        .collect(Collectors.joining("\n"));
  }
}
