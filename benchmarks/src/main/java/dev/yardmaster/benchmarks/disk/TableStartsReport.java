package dev.yardmaster.benchmarks.disk;

import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.report.Column;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.benchmarks.report.Section;
import dev.yardmaster.server.cli.FigureTable;
import java.util.List;
import java.util.Map;

/** Makes the report about the time to open a database with a typed table. */
public final class TableStartsReport {

  private static final double MIN_COMMITS_PER_SECOND = 3_000_000;
  private static final double MAX_PEAK_TO_OPEN = 1.3;

  private TableStartsReport() {}

  /** Returns the report of the results that {@link TableStarts} measured. */
  public static Report of(Map<String, Object> settings, Results measured) {
    Results results =
        measured.withRatio(
            TableStarts.TO_READ,
            TableStarts.BYTES_PER_SECOND,
            row ->
                row.label().equals(TableStarts.TABLES)
                    ? measured.rows().stream()
                        .filter(other -> other.label().equals(TableStarts.READS))
                        .findFirst()
                    : java.util.Optional.empty());
    FigureTable speed =
        Column.table(
            "Starts, "
                + Column.mediansOf(results).toLowerCase(java.util.Locale.ROOT)
                + " (least-greatest), until the database is open, and a loop that only reads the"
                + " same files; the log in MB, bytes/s in MB/s",
            results.rows(),
            List.of(
                Column.label("side"),
                Column.of("log", TableStarts.BYTES),
                Column.spread("seconds", TableStarts.SECONDS),
                Column.spread("commits/s", TableStarts.COMMITS_PER_SECOND),
                Column.of("rows/s", TableStarts.ROWS_PER_SECOND),
                Column.of("bytes/s", TableStarts.BYTES_PER_SECOND),
                Column.of("to the read", TableStarts.TO_READ)));
    FigureTable cost =
        Column.table(
            "Cost of a start: processor time of all threads for each row of the log, in ns; the"
                + " highest use of the heap, divided by the use with the open database and by the"
                + " length of keys and columns (in MB)",
            results.rows().stream().filter(row -> row.has(TableStarts.CPU_PER_ROW)).toList(),
            List.of(
                Column.label("side"),
                Column.spread("processor ns/row", TableStarts.CPU_PER_ROW),
                Column.spread("peak to open", TableStarts.PEAK_TO_OPEN),
                Column.spread("peak to data", TableStarts.PEAK_TO_DATA),
                Column.of("data", TableStarts.DATA)));
    List<Claim> bars =
        List.of(
            Claim.atLeast(
                "commits/s",
                MIN_COMMITS_PER_SECOND,
                new MetricRef("", TableStarts.TABLES, TableStarts.COMMITS_PER_SECOND),
                null),
            Claim.atMost(
                "peak heap to the heap of the open database",
                MAX_PEAK_TO_OPEN,
                new MetricRef("", TableStarts.TABLES, TableStarts.PEAK_TO_OPEN),
                null));
    return Report.benchmark(
        "recovery-tables",
        "Starts of a database with a typed table",
        settings,
        Measurements.of(List.of(results)),
        Section.figures(List.of(), List.of(speed, cost), List.of(), bars),
        "",
        "Every start was on files that had just been written, and the caches of the operating"
            + " system were not dropped: these are times of reading memory, not of the disk. The"
            + " sides alternated, in reverse order in every second repeat.");
  }
}
