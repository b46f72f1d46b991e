package dev.yardmaster.benchmarks.disk;

import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.report.Column;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.benchmarks.report.Section;
import dev.yardmaster.benchmarks.run.Experiment;
import dev.yardmaster.benchmarks.run.PipelineReport;
import dev.yardmaster.benchmarks.run.PipelineRoundMetrics;
import dev.yardmaster.server.cli.FigureTable;
import java.util.List;

/**
 * Makes the report that compares a durable pipeline with a pipeline in memory and with the disk
 * itself.
 */
public final class DiskReport {

  /** The required value of forces per commit: at most one force of the log for each 20 commits. */
  private static final double MAX_FORCES_PER_COMMIT = 1.0 / 20;

  private static final double MIN_SYNC_TO_RAW = 0.6;

  private DiskReport() {}

  /** Returns the report of a comparison by {@link DiskBoundSide}. */
  public static Report of(Experiment experiment, Results compared) {
    Results results = compared.withRatioToBase(Metric.RATIO_TO_BASE, Metric.COMMITTED);
    FigureTable raw = raw(results);
    String sync = DiskBoundSide.SIDES.get(DiskBoundSide.SIDES.size() - 1).label();
    List<Claim> bars =
        List.of(
            Claim.atMost(
                "forces per commit",
                MAX_FORCES_PER_COMMIT,
                new MetricRef("", sync, PipelineRoundMetrics.FORCES),
                null),
            Claim.atLeast(
                "log to raw", MIN_SYNC_TO_RAW, new MetricRef("", sync, RawDisk.LOG_TO_RAW), null));
    return PipelineReport.report(
        experiment,
        results,
        "",
        Section.figures(
            List.of(),
            List.of(PipelineReport.figures(results), PipelineReport.log(results), raw),
            List.of(),
            bars));
  }

  /**
   * Returns the table that compares the log's rate with the disk's rate; each repeat has one row.
   */
  public static FigureTable raw(Results results) {
    return Column.everyRepeat(
        "The raw loop writes and forces blocks of the mean length of a group in the same"
            + " repeat; bytes/s in MB/s; log to raw is the log's bytes/s divided by the loop's",
        new Results(
            "",
            results.rows().stream().filter(row -> row.has(RawDisk.BLOCKS)).toList(),
            List.of(),
            false),
        List.of(
            RawDisk.BLOCK_BYTES,
            RawDisk.BLOCKS,
            RawDisk.BYTES,
            PipelineRoundMetrics.LOGGED_PER_SECOND,
            RawDisk.LOG_TO_RAW));
  }
}
