package dev.yardmaster.benchmarks.soak;

import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.report.Column;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.benchmarks.report.Section;
import dev.yardmaster.benchmarks.wire.WireMetrics;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.server.cli.FigureTable;
import dev.yardmaster.workloads.Workload;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Makes the report of a long run, with the growth of its resources and the bounds of the growth.
 */
public final class SoakReport {

  private SoakReport() {}

  /**
   * Returns the report of a long run of an embedded pipeline.
   *
   * @param lengths the lengths of a segment, and of the log that triggers a checkpoint
   * @param heapGrowthBytes bound of the heap's growth
   */
  public static Report ofPipeline(
      Workload workload,
      Map<String, Object> settings,
      Durability lengths,
      double heapGrowthBytes,
      Results results) {
    Row row = results.rows().get(0);
    return report(
        workload,
        settings,
        results,
        bound(row, lengths),
        List.of(
            bar(
                row,
                "most data, MB",
                PipelineSoak.MAX_DIRECTORY,
                row.value(PipelineSoak.DIRECTORY_BOUND)),
            bar(
                row,
                "heap, last quarter less first, MB",
                PipelineSoak.HEAP_GROWTH,
                heapGrowthBytes)));
  }

  /**
   * Returns the report of a long run of a server.
   *
   * @param boundBytes bound of the resident memory
   * @param growthBytes bound of the growth of the least resident memory from the second to the last
   *     quarter
   */
  public static Report ofServer(
      Workload workload,
      Map<String, Object> settings,
      double boundBytes,
      double growthBytes,
      Results results) {
    Row row = results.rows().get(0);
    FigureTable figures =
        Column.table(
            "No transaction ended with an error; latency in us",
            results.rows(),
            List.of(
                Column.of("answered/s", WireMetrics.ANSWERED),
                Column.of("committed/s", Metric.COMMITTED),
                Column.of("p50", Latency.P50),
                Column.of("p99", Latency.P99),
                Column.of("max", Latency.MAX),
                Column.invariant()));
    return report(
        workload,
        settings,
        results,
        figures,
        List.of(
            bar(row, "most resident, MiB", ServerSoak.MAX_RESIDENT, boundBytes),
            bar(row, "resident, last quarter less second, MiB", ServerSoak.GROWTH, growthBytes)));
  }

  private static Claim bar(Row row, String words, Metric metric, double most) {
    return Claim.atMost(words, most, new MetricRef("", row.label(), metric), null);
  }

  private static Report report(
      Workload workload,
      Map<String, Object> settings,
      Results results,
      FigureTable table,
      List<Claim> bars) {
    return Report.benchmark(
        workload.name(),
        workload.description(),
        settings,
        Measurements.of(List.of(results)),
        Section.figures(
            List.of(),
            List.of(SoakSamples.quarters(results.rows().get(0).samples()), table),
            List.of(),
            bars),
        "",
        "");
  }

  private static FigureTable bound(Row row, Durability lengths) {
    return new FigureTable(
        "The bound of the data directory, in MB",
        List.of("part", "MB"),
        List.of(
            List.of(
                "log that triggers a checkpoint", megabytes((double) lengths.checkpointBytes())),
            List.of("a segment", megabytes((double) lengths.segmentBytes())),
            List.of(
                "two of the largest checkpoint",
                megabytes(2 * row.value(PipelineSoak.LARGEST_CHECKPOINT))),
            List.of(
                String.format(
                    Locale.ROOT,
                    "most logged during a checkpoint (%.2f s at most), and in a quarter of a second"
                        + " unseen (%s MB/s at most)",
                    row.value(PipelineSoak.LONGEST_CHECKPOINT),
                    megabytes(row.value(PipelineSoak.MAX_LOGGED))),
                megabytes(row.value(PipelineSoak.DURING_CHECKPOINT))),
            List.of("together", megabytes(row.value(PipelineSoak.DIRECTORY_BOUND)))));
  }

  private static String megabytes(double bytes) {
    return Metric.Shown.MEGA.text(bytes);
  }
}
