package dev.yardmaster.benchmarks.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.yardmaster.benchmarks.run.ArrivalFigures;
import dev.yardmaster.benchmarks.run.Spread;
import dev.yardmaster.benchmarks.wire.LatencyUs;
import dev.yardmaster.benchmarks.wire.WireFigures;
import dev.yardmaster.benchmarks.wire.WireResults;
import dev.yardmaster.benchmarks.wire.WireResults.Row;
import dev.yardmaster.benchmarks.wire.WireSideName;
import dev.yardmaster.server.cli.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What sides over the wire reached, beside the bars that a Yardmaster server has to reach, as
 * tables, as JSON and as a page.
 *
 * @param description what is run, in one line
 * @param settings by the names of their options
 * @param throughput under full load; null if it was not run
 * @param idle one transaction at a time; null if it was not run
 */
public record WireReport(
    String description, Map<String, Object> settings, WireResults throughput, WireResults idle) {

  private static final double LEAST_OF_ECHO = 0.4;
  private static final double LEAST_OF_WATCH = 5;
  private static final double LEAST_OF_LUA = 1;
  private static final double MOST_OF_ECHO_P50 = 1.5;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** For the terminal, in order. */
  public List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    if (throughput != null) {
      tables.add(figures(throughput));
      if (hasArrivals(throughput)) {
        tables.add(arrivals(throughput));
      }
    }
    if (idle != null) {
      tables.add(latencies(idle));
    }
    List<Bar> bars = bars();
    if (!bars.isEmpty()) {
      tables.add(Bar.table(bars));
    }
    return tables;
  }

  private static int repeats(WireResults results) {
    return results.rows().get(0).repeats().size();
  }

  private static String medians(WireResults results) {
    int repeats = repeats(results);
    return "Medians of " + repeats + (repeats == 1 ? " repeat" : " repeats");
  }

  private static Table figures(WireResults results) {
    Row base = results.rows().get(0);
    List<List<String>> rows = new ArrayList<>();
    for (Row row : results.rows()) {
      WireFigures medians = row.medians();
      List<String> cells = new ArrayList<>();
      cells.add(row.label());
      cells.add(ResultTables.whole(medians.answeredPerSecond()));
      cells.add(
          ResultTables.ratio(row.ratioTo(base, WireFigures::answeredPerSecond), repeats(results)));
      cells.add(ResultTables.whole(medians.committedPerSecond()));
      cells.add(String.format(Locale.ROOT, "%.4f", medians.restartsPerAnswer()));
      cells.addAll(cells(medians.latency()));
      cells.add(medians.invariantHolds() ? "holds" : "BROKEN");
      rows.add(cells);
    }
    return new Table(
        medians(results)
            + "; answered: committed or ended by their own logic; ratio within a repeat"
            + " (least-greatest), restarts for each answer, latency in us",
        List.of(
            "side",
            "answered/s",
            "ratio to " + base.label(),
            "committed/s",
            "restarts",
            "p50",
            "p95",
            "p99",
            "p99.9",
            "max",
            "invariant"),
        rows);
  }

  private static List<String> cells(LatencyUs latency) {
    return latency == null
        ? List.of("-", "-", "-", "-", "-")
        : List.of(
            ResultTables.whole(latency.p50()),
            ResultTables.whole(latency.p95()),
            ResultTables.whole(latency.p99()),
            ResultTables.whole(latency.p999()),
            ResultTables.whole(latency.max()));
  }

  private static boolean hasArrivals(WireResults results) {
    return results.rows().stream().anyMatch(row -> row.medians().arrivals() != null);
  }

  private static Table arrivals(WireResults results) {
    Map<String, ArrivalFigures> arrivals = new LinkedHashMap<>();
    results.rows().forEach(row -> arrivals.put(row.label(), row.medians().arrivals()));
    return ArrivalTable.of(arrivals);
  }

  private static Table latencies(WireResults results) {
    List<List<String>> rows = new ArrayList<>();
    for (Row row : results.rows()) {
      WireFigures medians = row.medians();
      List<String> cells = new ArrayList<>();
      cells.add(row.label());
      cells.add(ResultTables.whole(medians.answeredPerSecond()));
      cells.addAll(cells(medians.latency()));
      rows.add(cells);
    }
    return new Table(
        medians(results) + ", one transaction at a time; latency in us",
        List.of("side", "answered/s", "p50", "p95", "p99", "p99.9", "max"),
        rows);
  }

  private List<Bar> bars() {
    List<Bar> bars = new ArrayList<>();
    for (WireSideName own : List.of(WireSideName.SERVER, WireSideName.ONE_SHOT)) {
      addAtLeast(bars, own, WireSideName.ECHO, LEAST_OF_ECHO);
      addAtLeast(bars, own, WireSideName.REDIS_WATCH, LEAST_OF_WATCH);
      addAtLeast(bars, own, WireSideName.REDIS_LUA, LEAST_OF_LUA);
      addLatency(bars, own);
    }
    return bars;
  }

  private void addAtLeast(List<Bar> bars, WireSideName own, WireSideName other, double least) {
    add(
        bars,
        throughput,
        own,
        other,
        "answered/s of ",
        WireFigures::answeredPerSecond,
        "at least " + least,
        ratio -> ratio.median() >= least);
  }

  private void addLatency(List<Bar> bars, WireSideName own) {
    add(
        bars,
        idle,
        own,
        WireSideName.ECHO,
        "idle p50 of ",
        figures -> figures.latency().p50(),
        "at most " + MOST_OF_ECHO_P50,
        ratio -> ratio.median() <= MOST_OF_ECHO_P50);
  }

  private static void add(
      List<Bar> bars,
      WireResults results,
      WireSideName own,
      WireSideName other,
      String figure,
      ToDoubleFunction<WireFigures> value,
      String bar,
      Predicate<Spread> isMet) {
    if (results == null || results.row(own).isEmpty() || results.row(other).isEmpty()) {
      return;
    }
    Spread ratio = results.row(own).get().ratioTo(results.row(other).get(), value);
    bars.add(
        new Bar(
            figure + own.label() + " to " + other.label(),
            bar,
            ResultTables.ratio(ratio, repeats(results)),
            isMet.test(ratio)));
  }

  /** An object with the sides under full load, one transaction at a time, and the settings. */
  public String json() {
    return JsonReport.write(tree()) + '\n';
  }

  private ObjectNode tree() {
    ObjectNode report = MAPPER.createObjectNode();
    if (throughput != null) {
      report.set("sides", sides(throughput));
    }
    if (idle != null) {
      report.set("idle", sides(idle));
    }
    ArrayNode bars = report.putArray("bars");
    for (Bar bar : bars()) {
      ObjectNode node = bars.addObject();
      node.put("figure", bar.figure());
      node.put("bar", bar.bar());
      node.put("found", bar.found());
      node.put("met", bar.isMet());
    }
    report.set("settings", MAPPER.valueToTree(settings));
    return report;
  }

  private static ArrayNode sides(WireResults results) {
    ArrayNode sides = MAPPER.createArrayNode();
    for (Row row : results.rows()) {
      ObjectNode node = sides.addObject();
      node.put("side", row.label());
      put(node, row.medians());
      Spread ratio = row.ratioTo(results.rows().get(0), WireFigures::answeredPerSecond);
      node.put("base", results.rows().get(0).label());
      node.put("ratioToBase", ratio.median());
      node.put("ratioToBaseMin", ratio.min());
      node.put("ratioToBaseMax", ratio.max());
      ArrayNode repeats = node.putArray("repeats");
      row.repeats().forEach(figures -> put(repeats.addObject(), figures));
    }
    return sides;
  }

  private static void put(ObjectNode node, WireFigures figures) {
    node.put("answeredPerSecond", figures.answeredPerSecond());
    node.put("committedPerSecond", figures.committedPerSecond());
    node.put("restartsPerAnswer", figures.restartsPerAnswer());
    node.put("overloadedPerAnswer", figures.overloadedPerAnswer());
    if (figures.latency() != null) {
      node.put("meanUs", figures.latency().mean());
      node.put("p50Us", figures.latency().p50());
      node.put("p95Us", figures.latency().p95());
      node.put("p99Us", figures.latency().p99());
      node.put("p999Us", figures.latency().p999());
      node.put("maxUs", figures.latency().max());
    }
    ArrivalTable.put(node, figures.arrivals());
    node.put("invariantHolds", figures.invariantHolds());
  }

  /** The page. */
  public String html(Machine machine, String commandLine) {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("description", Html.escape(description));
    parts.put("tables", tables().stream().map(Page::table).collect(Collectors.joining("\n")));
    parts.put("settings", Page.list(settings));
    parts.put("machine", Html.escape(machine.toString()));
    parts.put("command", Html.escape(commandLine));
    parts.put("style", PageResource.text("report.css"));
    parts.put("chartJs", Html.escapeScript(PageResource.chartJs()));
    parts.put("script", Html.escapeScript(PageResource.text("wire.js")));
    parts.put("data", Html.escapeJson(JsonReport.write(tree())));
    return Page.fill(PageResource.text("wire.html"), parts);
  }
}
