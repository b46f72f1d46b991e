package dev.yardmaster.benchmarks.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.yardmaster.benchmarks.run.RecoveryTimes.Found;
import dev.yardmaster.benchmarks.run.RecoveryTimes.Row;
import dev.yardmaster.benchmarks.run.Spread;
import dev.yardmaster.server.cli.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How long starts took, as tables, as JSON and as a page with a plot over the log's length. */
public final class RecoveryReport {

  private static final double LEAST_RECORDS_PER_SECOND = 500_000;
  private static final double BYTES_PER_MB = 1e6;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private RecoveryReport() {}

  /** For the terminal, in order. */
  public static List<Table> tables(Found found) {
    return List.of(times(found), Bar.table(List.of(bar(found))));
  }

  private static Table times(Found found) {
    return new Table(
        String.format(
            Locale.ROOT,
            "Starts, medians of %d (least-greatest), until a first transaction has committed;"
                + " the first of this JVM, on %,d records, took %.2f s",
            found.rows().get(0).seconds().size(),
            found.firstRecords(),
            found.firstSeconds()),
        List.of("records", "above checkpoint", "MB", "seconds", "records/s"),
        found.rows().stream().map(RecoveryReport::row).toList());
  }

  private static List<String> row(Row row) {
    return List.of(
        ResultTables.whole(row.records()),
        row.isCheckpointed() ? ResultTables.whole(row.replayed()) : "all",
        ResultTables.whole(row.bytes() / BYTES_PER_MB),
        String.format(
            Locale.ROOT,
            "%.3f (%.3f-%.3f)",
            row.time().median(),
            row.time().min(),
            row.time().max()),
        String.format(
            Locale.ROOT,
            "%,.0f (%,.0f-%,.0f)",
            row.recordsPerSecond().median(),
            row.recordsPerSecond().min(),
            row.recordsPerSecond().max()));
  }

  private static Bar bar(Found found) {
    double least =
        found.rows().stream()
            .filter(row -> !row.isCheckpointed())
            .mapToDouble(row -> row.recordsPerSecond().median())
            .min()
            .orElseThrow();
    return new Bar(
        "records/s without a checkpoint, least of all lengths",
        "at least " + ResultTables.whole(LEAST_RECORDS_PER_SECOND),
        ResultTables.whole(least),
        least >= LEAST_RECORDS_PER_SECOND);
  }

  /** An object with the rows. */
  public static String json(Found found) {
    return JsonReport.write(tree(found)) + '\n';
  }

  private static ObjectNode tree(Found found) {
    ObjectNode report = MAPPER.createObjectNode();
    report.put("firstStartRecords", found.firstRecords());
    report.put("firstStartSeconds", found.firstSeconds());
    ArrayNode rows = report.putArray("rows");
    for (Row row : found.rows()) {
      ObjectNode node = rows.addObject();
      node.put("records", row.records());
      node.put("replayed", row.replayed());
      node.put("bytes", row.bytes());
      put(node, "seconds", row.time());
      put(node, "recordsPerSecond", row.recordsPerSecond());
      ArrayNode repeats = node.putArray("repeats");
      row.seconds().forEach(repeats::add);
    }
    return report;
  }

  private static void put(ObjectNode node, String name, Spread spread) {
    node.put(name, spread.median());
    node.put(name + "Min", spread.min());
    node.put(name + "Max", spread.max());
  }

  /** The page. */
  public static String html(Found found, Machine machine, String commandLine) {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("tables", Page.table(times(found)) + Page.table(Bar.table(List.of(bar(found)))));
    parts.put("machine", Html.escape(machine.toString()));
    parts.put("command", Html.escape(commandLine));
    parts.put("style", PageResource.text("report.css"));
    parts.put("chartJs", Html.escapeScript(PageResource.chartJs()));
    parts.put("script", Html.escapeScript(PageResource.text("recovery.js")));
    parts.put("data", Html.escapeJson(JsonReport.write(tree(found))));
    return Page.fill(PageResource.text("recovery.html"), parts);
  }
}
