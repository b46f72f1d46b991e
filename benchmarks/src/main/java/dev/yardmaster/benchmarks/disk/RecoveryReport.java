package dev.yardmaster.benchmarks.disk;

import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Ratio;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.report.Column;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.benchmarks.report.Section;
import dev.yardmaster.benchmarks.report.Series;
import dev.yardmaster.server.cli.FigureTable;
import java.util.List;
import java.util.Map;

/**
 * Makes the report that shows how the time to start a pipeline depends on the length of its log.
 */
public final class RecoveryReport {

  private static final double MIN_RECORDS_PER_SECOND = 500_000;

  private RecoveryReport() {}

  /** Returns the report of the results that {@link RecoveryTimes} measured. */
  public static Report of(Map<String, Object> settings, List<Results> found) {
    Results starts = found.get(0);
    Row first = found.get(1).rows().get(0);
    FigureTable table =
        Column.table(
            "Starts, "
                + Column.mediansOf(starts).toLowerCase(java.util.Locale.ROOT)
                + " (least-greatest), until a first transaction has committed; the first of this"
                + " JVM, on "
                + first.label()
                + ", took "
                + Shown.TWO.text(first.value(RecoveryTimes.SECONDS))
                + " s",
            starts.rows(),
            List.of(
                Column.of("records", RecoveryTimes.RECORDS),
                new Column(
                    "above checkpoint",
                    row ->
                        isWhole(row) ? "all" : Shown.WHOLE.text(row.value(RecoveryTimes.REPLAYED))),
                Column.of("MB", RecoveryTimes.BYTES),
                Column.spread("seconds", RecoveryTimes.SECONDS),
                Column.spread("records/s", RecoveryTimes.RECORDS_PER_SECOND)));
    List<Row> whole = starts.rows().stream().filter(RecoveryReport::isWhole).toList();
    Claim bar =
        Claim.everywhere(
            "records/s without a checkpoint, least of all lengths",
            Claim.Direction.AT_LEAST,
            MIN_RECORDS_PER_SECOND,
            whole.stream()
                .map(
                    row ->
                        new Ratio(
                            row.label(),
                            new MetricRef("", row.label(), RecoveryTimes.RECORDS_PER_SECOND),
                            null))
                .toList());
    Panel panel =
        new Panel(
            "Time of a start",
            Panel.Kind.LINES,
            "records of the log above a checkpoint",
            "seconds",
            1,
            List.of(
                series("without a checkpoint", whole),
                series(
                    "half covered by a checkpoint",
                    starts.rows().stream().filter(row -> !isWhole(row)).toList())));
    return Report.benchmark(
        "recovery",
        "Starts of a pipeline on logs of transfers between the accounts of a bank",
        settings,
        Measurements.of(found),
        Section.figures(List.of(panel), List.of(table), List.of(), List.of(bar)),
        "",
        "Every start was on files that had just been written, and the caches of the operating"
            + " system were not dropped: these are times of reading memory, not of the disk. Logs"
            + " alternated, in reverse order in every second repeat.");
  }

  private static boolean isWhole(Row row) {
    return row.value(RecoveryTimes.REPLAYED) == row.value(RecoveryTimes.RECORDS);
  }

  private static Series series(String name, List<Row> rows) {
    return new Series(
        name,
        rows.stream()
            .map(
                row ->
                    Mark.at(
                        row.value(RecoveryTimes.REPLAYED),
                        Shown.WHOLE.text(row.value(RecoveryTimes.REPLAYED)),
                        new MetricRef("", row.label(), RecoveryTimes.SECONDS)))
            .toList());
  }
}
