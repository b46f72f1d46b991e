package dev.yardmaster.benchmarks.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.yardmaster.benchmarks.engine.BulkFigures;
import dev.yardmaster.benchmarks.engine.EngineFigures;
import dev.yardmaster.benchmarks.engine.EngineResults;
import dev.yardmaster.benchmarks.engine.EngineResults.Row;
import dev.yardmaster.benchmarks.run.Spread;
import dev.yardmaster.server.cli.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What protocols of the engine reached, as a table and as JSON.
 *
 * @param description what is run, in one line
 * @param settings by the names of their options
 * @param virtual whether times are those of simulated workers
 */
public record EngineReport(
    String description, Map<String, Object> settings, boolean virtual, EngineResults results) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** For the terminal, in order. */
  public List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    tables.add(figures());
    if (results.rows().stream().allMatch(row -> row.medians().bulk() != null)) {
      tables.add(bulk());
    }
    if (results.rows().stream().anyMatch(row -> row.side().isScheduled())) {
      tables.add(scheduling());
    }
    return tables;
  }

  private Table figures() {
    Row base = results.rows().get(0);
    int repeats = base.repeats().size();
    List<List<String>> rows = new ArrayList<>();
    for (Row row : results.rows()) {
      EngineFigures medians = row.medians();
      rows.add(
          List.of(
              row.side().label(),
              ResultTables.whole(medians.committedPerSecond()),
              ResultTables.ratio(row.ratioTo(base, EngineFigures::committedPerSecond), repeats),
              String.format(Locale.ROOT, "%.2f%%", 100 * medians.abortRate()),
              String.format(Locale.ROOT, "%.4f", medians.abortsPerCommit()),
              micros(medians.latency().p50()),
              micros(medians.latency().p99()),
              micros(medians.latency().p999()),
              micros(medians.latency().max()),
              virtual ? "-" : String.format(Locale.ROOT, "%.1f", medians.bytesPerCommit())));
    }
    return new Table(
        (virtual ? "Simulated workers, virtual time; m" : "M")
            + "edians of "
            + repeats
            + (repeats == 1 ? " repeat" : " repeats")
            + "; ratio within a repeat (least-greatest), aborted attempts, latency from the first"
            + " attempt in us, bytes allocated",
        List.of(
            "protocol",
            "committed/s",
            "ratio to " + base.side().label(),
            "aborted",
            "aborts/commit",
            "p50",
            "p99",
            "p99.9",
            "max",
            "bytes/commit"),
        rows);
  }

  private Table bulk() {
    Row base = results.rows().get(0);
    int repeats = base.repeats().size();
    List<List<String>> rows = new ArrayList<>();
    for (Row row : results.rows()) {
      BulkFigures medians = row.medians().bulk();
      rows.add(
          List.of(
              row.side().label(),
              ResultTables.whole(medians.committedPerSecond()),
              ResultTables.ratio(
                  row.ratioTo(base, figures -> figures.bulk().committedPerSecond()), repeats),
              String.format(Locale.ROOT, "%.2f%%", 100 * medians.abortRate()),
              micros(medians.meanUs()),
              micros(medians.p99Us()),
              String.format(Locale.ROOT, "%,.1f", medians.itemsPerScan()),
              String.format(Locale.ROOT, "%,.1f", medians.writersPerScan()),
              String.format(Locale.ROOT, "%.1f%%", 100 * medians.byVersion())));
    }
    return new Table(
        "Bulk transactions alone; latency in us; looked at to validate a scan: records, writes or"
            + " entries, writers, and ranges that their version alone decided",
        List.of(
            "protocol",
            "committed/s",
            "ratio to " + base.side().label(),
            "aborted",
            "mean",
            "p99",
            "items/scan",
            "writers/scan",
            "by version"),
        rows);
  }

  private Table scheduling() {
    List<List<String>> rows = new ArrayList<>();
    for (Row row : results.rows()) {
      Row plain = row.side().isScheduled() ? results.plainOf(row) : null;
      if (plain == null) {
        continue;
      }
      int repeats = row.repeats().size();
      rows.add(
          List.of(
              row.side().label(),
              ResultTables.ratio(row.ratioTo(plain, EngineFigures::committedPerSecond), repeats),
              ResultTables.ratio(row.ratioTo(plain, EngineFigures::abortsPerCommit), repeats),
              ResultTables.ratio(row.ratioTo(plain, figures -> figures.latency().p99()), repeats),
              ResultTables.ratio(
                  row.ratioTo(plain, figures -> figures.sinceArrival().p99()), repeats),
              ResultTables.whole(row.medians().schedulingNs())));
    }
    return new Table(
        "A scheduler in front over the same protocol without; p99 from the first attempt and"
            + " from arrival, time at scheduling by the clock",
        List.of("side", "committed", "aborts", "p99", "p99 of arrivals", "ns/transaction"),
        rows);
  }

  private static String micros(double us) {
    return String.format(Locale.ROOT, us < 100 ? "%.1f" : "%,.0f", us);
  }

  /** The JSON report, ended by a line feed; names are stable, figures are medians. */
  public String json() {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("description", description);
    root.set("settings", MAPPER.valueToTree(settings));
    root.put("virtualTime", virtual);
    Row base = results.rows().get(0);
    ArrayNode sides = root.putArray("sides");
    for (Row row : results.rows()) {
      ObjectNode side = sides.addObject();
      side.put("side", row.side().label());
      put(side, row.medians());
      put(side, "ratioToFirst", row.ratioTo(base, EngineFigures::committedPerSecond));
      Row plain = row.side().isScheduled() ? results.plainOf(row) : null;
      if (plain != null) {
        put(side, "ratioToPlain", row.ratioTo(plain, EngineFigures::committedPerSecond));
        put(side, "p99ToPlain", row.ratioTo(plain, figures -> figures.latency().p99()));
      }
      ArrayNode repeats = side.putArray("repeats");
      row.repeats().forEach(figures -> put(repeats.addObject(), figures));
    }
    root.set("findings", MAPPER.valueToTree(results.findings()));
    return JsonReport.write(root) + '\n';
  }

  private static void put(ObjectNode node, String name, Spread spread) {
    node.put(name, spread.median());
    node.put(name + "Min", spread.min());
    node.put(name + "Max", spread.max());
  }

  private static void put(ObjectNode node, EngineFigures figures) {
    node.put("committedPerSecond", figures.committedPerSecond());
    node.put("abortsPerCommit", figures.abortsPerCommit());
    node.put("abortRate", figures.abortRate());
    node.put("meanUs", figures.latency().mean());
    node.put("p50Us", figures.latency().p50());
    node.put("p95Us", figures.latency().p95());
    node.put("p99Us", figures.latency().p99());
    node.put("p999Us", figures.latency().p999());
    node.put("maxUs", figures.latency().max());
    node.put("p99SinceArrivalUs", figures.sinceArrival().p99());
    node.put("bytesPerCommit", figures.bytesPerCommit());
    node.put("cpuNsPerCommit", figures.cpuNsPerCommit());
    node.put("schedulingNs", figures.schedulingNs());
    if (figures.bulk() != null) {
      put(node.putObject("bulk"), figures.bulk());
    }
  }

  private static void put(ObjectNode node, BulkFigures figures) {
    node.put("committedPerSecond", figures.committedPerSecond());
    node.put("abortRate", figures.abortRate());
    node.put("meanUs", figures.meanUs());
    node.put("p99Us", figures.p99Us());
    node.put("itemsPerScan", figures.itemsPerScan());
    node.put("writersPerScan", figures.writersPerScan());
    node.put("rangesByVersion", figures.byVersion());
  }
}
