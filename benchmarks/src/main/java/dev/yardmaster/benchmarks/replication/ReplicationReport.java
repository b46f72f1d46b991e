package dev.yardmaster.benchmarks.replication;

import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.report.Column;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.benchmarks.report.Section;
import dev.yardmaster.server.cli.FigureTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes the report about a replicated log. */
public final class ReplicationReport {

  private static final double MAX_SILENCE_MS = 800;
  private static final double MAX_TRANSFER_MS = 200;

  private ReplicationReport() {}

  /**
   * Returns the report of a comparison.
   *
   * @param faults the sides that measured a fault
   */
  public static Report of(Map<String, Object> settings, Results results, List<FaultSide> faults) {
    List<Row> appended =
        results.rows().stream().filter(row -> row.has(AppendSide.ENTRIES)).toList();
    List<Row> failed = results.rows().stream().filter(row -> row.has(FaultSide.SILENCE)).toList();
    List<FigureTable> tables = new ArrayList<>();
    List<Panel> panels = new ArrayList<>();
    if (!appended.isEmpty()) {
      tables.add(loads(results, appended));
      panels.add(Panel.sides("Throughput", "entries/s", of(results, appended), AppendSide.ENTRIES));
    }
    if (!failed.isEmpty()) {
      tables.add(faults(results, failed));
      panels.add(Panel.sides("Silence", "ms", of(results, failed), FaultSide.SILENCE));
    }
    return Report.benchmark(
        "replication",
        "A replicated log on three processes of this machine",
        settings,
        Measurements.of(List.of(results)),
        Section.figures(panels, tables, List.of(), bars(results, faults)),
        "",
        "All members ran on this machine and shared its cores and its disk.");
  }

  private static Results of(Results results, List<Row> rows) {
    return new Results(results.at(), rows, List.of(), results.interrupted());
  }

  private static FigureTable loads(Results results, List<Row> rows) {
    return Column.table(
        Column.mediansOf(results)
            + "; sides are bytes of an entry and entries in flight; latency and the raw"
            + " loop's force in us; processor time of all members for each entry in us; mean"
            + " resident memory of a member in MiB",
        rows,
        List.of(
            Column.label("side"),
            Column.spread("entries/s", AppendSide.ENTRIES),
            Column.spread("p50", Latency.P50),
            Column.of("p99", Latency.P99),
            Column.of("max", Latency.MAX),
            Column.of("raw force", AppendSide.RAW_FORCE),
            Column.of("p50 to raw", AppendSide.P50_TO_RAW),
            Column.of("processor", AppendSide.CPU),
            Column.of("memory", AppendSide.RESIDENT),
            Column.invariant()));
  }

  private static FigureTable faults(Results results, List<Row> rows) {
    return Column.table(
        Column.mediansOf(results)
            + " (least-greatest), in ms: the longest time without an applied entry, and the time"
            + " from the end of the fault until the member has caught up",
        rows,
        List.of(
            Column.label("side"),
            Column.spread("silence", FaultSide.SILENCE),
            Column.spread("catch-up", FaultSide.CATCH_UP)));
  }

  private static List<Claim> bars(Results results, List<FaultSide> faults) {
    List<Claim> bars = new ArrayList<>();
    for (FaultSide side : faults) {
      if (results.row(side.label()).isPresent() && side.fault().isOfLeader()) {
        bars.add(
            Claim.atMost(
                "silence in ms, " + side.label(),
                side.fault() == LogFault.TRANSFER ? MAX_TRANSFER_MS : MAX_SILENCE_MS,
                new MetricRef("", side.label(), FaultSide.SILENCE),
                null));
      }
    }
    return bars;
  }
}
