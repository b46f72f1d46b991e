package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.disk.DiskReport;
import dev.yardmaster.benchmarks.disk.RawDisk;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.report.Column;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.benchmarks.report.Section;
import dev.yardmaster.server.cli.FigureTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the report of a comparison of the engine's protocols, with and without a scheduler. */
public final class EngineReport {

  private static final Metric SCANS_RATIO = Metric.ratio("scansRatioToBase");
  private static final Metric TO_PLAIN = Metric.ratio("ratioToPlain");
  private static final Metric ABORTS_TO_PLAIN = Metric.ratio("abortsToPlain");
  private static final Metric P99_TO_PLAIN = Metric.ratio("p99ToPlain");
  private static final Metric ARRIVAL_P99_TO_PLAIN = Metric.ratio("arrivalP99ToPlain");

  private EngineReport() {}

  /**
   * Returns the report of a comparison of protocols.
   *
   * @param setup the setup of all sides
   */
  public static Report of(EngineSetup setup, Map<String, Object> settings, Results compared) {
    Results results =
        compared
            .withRatioToBase(Metric.RATIO_TO_BASE, Metric.COMMITTED)
            .withRatioToBase(SCANS_RATIO, EngineRoundMetrics.SCANS)
            .withRatio(TO_PLAIN, Metric.COMMITTED, row -> plainOf(compared, row))
            .withRatio(ABORTS_TO_PLAIN, EngineRoundMetrics.ABORTS, row -> plainOf(compared, row))
            .withRatio(P99_TO_PLAIN, Latency.P99, row -> plainOf(compared, row))
            .withRatio(
                ARRIVAL_P99_TO_PLAIN,
                EngineRoundMetrics.ARRIVAL_P99,
                row -> plainOf(compared, row));
    List<FigureTable> tables = new ArrayList<>();
    tables.add(figures(results, setup.simulated()));
    List<Panel> panels = new ArrayList<>();
    panels.add(Panel.sides("Throughput", "committed/s", results, Metric.COMMITTED));
    ChangingLoad load = new ChangingLoad(setup);
    if (load.count() > 0) {
      Map<String, String> sides = new LinkedHashMap<>();
      results.rows().forEach(row -> sides.put(row.label(), row.label()));
      panels.add(load.overTime("Throughput over time", results.at(), sides));
      tables.add(phases(results, load));
    }
    List<String> types = types(results);
    if (!types.isEmpty()) {
      tables.add(byType(results, types));
    }
    if (results.rows().stream().allMatch(row -> row.has(EngineRoundMetrics.SCANS))) {
      tables.add(bulk(results));
    }
    if (results.rows().stream().anyMatch(row -> row.has(RawDisk.BLOCKS))) {
      tables.add(DiskReport.raw(results));
    }
    List<Row> scheduled = results.rows().stream().filter(row -> row.has(TO_PLAIN)).toList();
    if (!scheduled.isEmpty()) {
      tables.add(scheduling(scheduled));
    }
    return Report.benchmark(
        setup.workload().name(),
        setup.workload().description(),
        settings,
        Measurements.of(List.of(results)),
        Section.figures(panels, tables, List.of(), List.of()),
        "",
        "");
  }

  /**
   * Returns the results of the side with the same protocol as a given row, but without a scheduler.
   */
  private static Optional<Row> plainOf(Results results, Row row) {
    EngineSide side = EngineSide.parse(row.label());
    return side.isScheduled() ? results.row(side.protocol()) : Optional.empty();
  }

  private static FigureTable figures(Results results, boolean virtual) {
    return Column.table(
        (virtual ? "Simulated workers, virtual time; " : "")
            + Column.mediansOf(results)
            + "; ratio within a repeat (least-greatest), aborted attempts, latency from the first"
            + " attempt and age of the oldest unfinished transaction in us, bytes allocated",
        results.rows(),
        List.of(
            Column.label("protocol"),
            Column.of("committed/s", Metric.COMMITTED),
            Column.of(Column.ratioToBase(results), Metric.RATIO_TO_BASE),
            Column.of("aborted", EngineRoundMetrics.ABORT_RATE),
            Column.of("aborts/commit", EngineRoundMetrics.ABORTS),
            Column.of("p50", Latency.P50),
            Column.of("p99", Latency.P99),
            Column.of("p99.9", Latency.P999),
            Column.of("max", Latency.MAX),
            Column.of("unfinished", EngineRoundMetrics.OLDEST_UNFINISHED),
            virtual
                ? new Column("bytes/commit", row -> "-")
                : Column.of("bytes/commit", EngineRoundMetrics.BYTES)));
  }

  private static FigureTable phases(Results results, ChangingLoad load) {
    List<String> header = new ArrayList<>(List.of("from ms", "load"));
    results.rows().forEach(row -> header.add(row.label()));
    List<Row> trying =
        results.rows().stream()
            .filter(row -> row.has(EngineRoundMetrics.MAX_TRIALS_UNTIL_STEADY))
            .toList();
    trying.forEach(row -> header.add("trials of " + row.label()));
    List<List<String>> rows = new ArrayList<>();
    for (int phase = 0; phase < load.count(); phase++) {
      List<Metric> ticks = load.ticks(phase);
      List<String> cells = new ArrayList<>(List.of(load.beginMs(phase), load.words(phase)));
      for (Row row : results.rows()) {
        cells.add(
            Shown.WHOLE.text(ticks.stream().mapToDouble(row::value).average().orElse(Double.NaN)));
      }
      Metric trials = EngineRoundMetrics.trialsUntilSteady(phase);
      trying.forEach(row -> cells.add(row.spread(trials).map(Shown.WHOLE::text).orElse("-")));
      rows.add(cells);
    }
    return new FigureTable(
        "Committed/s in each phase of the load"
            + (trying.isEmpty() ? "" : ", and trials until the choice of protocols is steady"),
        header,
        rows);
  }

  private static List<String> types(Results results) {
    return results.rows().stream()
        .flatMap(row -> row.figures().keySet().stream())
        .flatMap(figure -> Metric.COMMITTED.typeOf(figure).stream())
        .distinct()
        .toList();
  }

  private static FigureTable byType(Results results, List<String> types) {
    List<String> header = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    for (String type : types) {
      List<Column> columns = new ArrayList<>();
      columns.add(new Column("transactions", row -> type));
      columns.add(Column.label("protocol"));
      columns.add(Column.of("committed/s", Metric.COMMITTED.ofType(type)));
      columns.add(Column.of("aborted/s", EngineRoundMetrics.ABORTED.ofType(type)));
      columns.add(Column.of("mean", Latency.MEAN.ofType(type)));
      columns.addAll(Column.latencies(type));
      FigureTable table = Column.table("", results.rows(), columns);
      header = table.header();
      rows.addAll(table.rows());
    }
    return new FigureTable(
        "Each type of transaction: committed transactions and aborted attempts per second, latency"
            + " in us",
        header,
        rows);
  }

  private static FigureTable bulk(Results results) {
    return Column.table(
        "Bulk transactions alone; latency in us. The last three columns: items (records, writes or"
            + " entries) examined to validate a scan, writers examined, and share of ranges"
            + " decided by version alone",
        results.rows(),
        List.of(
            Column.label("protocol"),
            Column.of("committed/s", EngineRoundMetrics.SCANS),
            Column.of(Column.ratioToBase(results), SCANS_RATIO),
            Column.of("aborted", EngineRoundMetrics.SCAN_ABORT_RATE),
            Column.of("mean", EngineRoundMetrics.SCAN_MEAN),
            Column.of("p99", EngineRoundMetrics.SCAN_P99),
            Column.of("items/scan", EngineRoundMetrics.SCAN_ITEMS),
            Column.of("writers/scan", EngineRoundMetrics.SCAN_WRITERS),
            Column.of("by version", EngineRoundMetrics.SCAN_BY_VERSION)));
  }

  private static FigureTable scheduling(List<Row> scheduled) {
    return Column.table(
        "A protocol with a scheduler, as a ratio to the protocol without; p99 from the first"
            + " attempt and from arrival; scheduling time by the clock",
        scheduled,
        List.of(
            Column.label("side"),
            Column.of("committed", TO_PLAIN),
            Column.of("aborts", ABORTS_TO_PLAIN),
            Column.of("p99", P99_TO_PLAIN),
            Column.of("p99 of arrivals", ARRIVAL_P99_TO_PLAIN),
            Column.of("ns/transaction", EngineRoundMetrics.SCHEDULING_NS)));
  }
}
