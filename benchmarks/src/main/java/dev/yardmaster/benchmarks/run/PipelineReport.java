package dev.yardmaster.benchmarks.run;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.benchmarks.load.ArrivalMetrics;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.measure.Spread;
import dev.yardmaster.benchmarks.report.Column;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.benchmarks.report.Section;
import dev.yardmaster.server.cli.FigureTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Makes the reports of three kinds of comparisons. The pipeline's modes are compared with each
 * other, with the bare loop of {@code LimitLoop}, or with the raw disk.
 */
public final class PipelineReport {

  private static final String SIDE = "mode";

  private static final String NOTE =
      "The sides ran alternately in one process, one at a time, in reverse order in every second"
          + " repeat. Each round began with a fresh service and ended with a check of the"
          + " workload's invariant. Ratios compare two sides in the same repeat.";

  private static final List<Metric> EVERY_REPEAT =
      List.of(
          Metric.COMMITTED,
          Metric.RATIO_TO_BASE,
          PipelineRoundMetrics.ABORTS,
          PipelineRoundMetrics.RESTARTS,
          PipelineRoundMetrics.MAX_RESTARTS,
          PipelineRoundMetrics.REPAIRS,
          PipelineRoundMetrics.VALIDATOR_NS,
          PipelineRoundMetrics.IN_FLIGHT,
          Latency.P50,
          Latency.P95,
          Latency.P99,
          Latency.P999,
          Latency.MAX);

  private PipelineReport() {}

  /** Returns the report of a comparison of modes. */
  public static Report modes(Experiment experiment, Results compared) {
    Results results = compared.withRatioToBase(Metric.RATIO_TO_BASE, Metric.COMMITTED);
    List<FigureTable> tables = new ArrayList<>();
    tables.add(figures(results));
    tables.add(aborts(results));
    tables.add(validator(results));
    if (experiment.openLoad().isPresent()) {
      tables.add(arrivals(SIDE, results));
    }
    if (experiment.isDurable()) {
      tables.add(log(results));
    }
    return report(
        experiment,
        results,
        headline(results),
        Section.figures(
            List.of(
                Panel.sides("Throughput", "committed/s", results, Metric.COMMITTED),
                Panel.sides(
                    "Aborted runs by cause",
                    Panel.Kind.STACKED_BARS,
                    "for each commit",
                    results,
                    PipelineRoundMetrics.ABORTS_BY_CAUSE),
                Panel.latencies(results),
                Panel.sides("Restarts", "for each commit", results, PipelineRoundMetrics.RESTARTS)),
            tables,
            List.of(Column.everyRepeat("Every repeat of every mode", results, EVERY_REPEAT)),
            List.of()));
  }

  /** Returns the report of a comparison of modes with the bare loop. */
  public static Report limit(Experiment experiment, Results compared) {
    Metric ratio = Metric.ratio("ratioToLimit");
    Results results =
        compared.withRatio(ratio, Metric.COMMITTED, row -> compared.row(LimitSide.LIMIT));
    FigureTable table =
        Column.table(
            Column.mediansOf(results)
                + "; ratio to the limit loop within the same repeat (least-greatest)",
            results.rows(),
            List.of(
                Column.label("side"),
                Column.of("committed/s", Metric.COMMITTED),
                Column.of("ratio to limit", ratio)));
    return report(
        experiment,
        results,
        "",
        Section.figures(
            List.of(Panel.sides("Throughput", "committed/s", results, Metric.COMMITTED)),
            List.of(table),
            List.of(),
            List.of()));
  }

  /** Returns a report of one comparison with an additional section. */
  public static Report report(
      Experiment experiment, Results results, String headline, Section section) {
    return Report.benchmark(
        experiment.workload().name(),
        experiment.workload().description(),
        PipelineRunSettings.of(experiment),
        Measurements.of(List.of(results)),
        section,
        headline,
        NOTE);
  }

  /** Returns the table of throughput, restarts and latency, with a row for each side. */
  public static FigureTable figures(Results results) {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.label(SIDE));
    columns.add(Column.of("committed/s", Metric.COMMITTED));
    columns.add(Column.of(Column.ratioToBase(results), Metric.RATIO_TO_BASE));
    columns.add(Column.of("restarts", PipelineRoundMetrics.RESTARTS));
    columns.add(Column.of("most", PipelineRoundMetrics.MAX_RESTARTS));
    columns.add(Column.of("repairs", PipelineRoundMetrics.REPAIRS));
    columns.addAll(Column.latencies());
    columns.add(Column.invariant());
    return Column.table(
        Column.mediansOf(results)
            + "; ratio within a repeat (least-greatest), restarts per commit, the highest number of"
            + " restarts of one transaction (most), repairs per commit, latency in us",
        results.rows(),
        columns);
  }

  /** Returns the table of the validator's work and its cost, with a row for each side. */
  private static FigureTable validator(Results results) {
    return Column.table(
        "The validator: time at work for each commit, in ns; victims and edges of a batch; batches"
            + " proven best",
        results.rows(),
        List.of(
            Column.label(SIDE),
            Column.of("ns/commit", PipelineRoundMetrics.VALIDATOR_NS),
            Column.of("victims/batch", PipelineRoundMetrics.VICTIMS),
            Column.of("edges/batch", PipelineRoundMetrics.EDGES),
            Column.of("proven", PipelineRoundMetrics.PROVEN),
            Column.of("reorder busy", PipelineRoundMetrics.REORDER_BUSY),
            Column.of("final validation busy", PipelineRoundMetrics.FINAL_VALIDATION_BUSY)));
  }

  /** Returns the table of aborts by cause, with a row for each side. */
  private static FigureTable aborts(Results results) {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.label(SIDE));
    columns.add(Column.of("all", PipelineRoundMetrics.ABORTS));
    for (AbortCause cause : AbortCause.values()) {
      columns.add(
          Column.of(cause.name(), PipelineRoundMetrics.ABORTS_BY_CAUSE.get(cause.ordinal())));
    }
    return Column.table(
        "Aborts per commit, by cause (USER: decided by the transaction's own logic, not retried)",
        results.rows(),
        columns);
  }

  /** Returns the table of the log's figures, with a row for each durable side. */
  public static FigureTable log(Results results) {
    return Column.table(
        "The log: waits for the disk, commits for each wait, bytes written",
        results.rows().stream().filter(row -> row.has(PipelineRoundMetrics.CHECKPOINTS)).toList(),
        List.of(
            Column.label(SIDE),
            Column.of("forces/commit", PipelineRoundMetrics.FORCES),
            Column.of("commits/force", PipelineRoundMetrics.COMMITS_PER_FORCE),
            Column.of("MB/s", PipelineRoundMetrics.LOGGED_PER_SECOND),
            Column.of("bytes/commit", PipelineRoundMetrics.LOGGED_PER_COMMIT),
            Column.of("checkpoints", PipelineRoundMetrics.CHECKPOINTS)));
  }

  /** Returns the table of the outcomes of an open loop's transactions, with a row for each side. */
  public static FigureTable arrivals(String header, Results results) {
    return Column.table(
        "Arrivals per second: due, answered, dropped at the bound of outstanding transactions, and"
            + " refused by the service",
        results.rows().stream().filter(row -> row.has(ArrivalMetrics.OFFERED)).toList(),
        List.of(
            Column.label(header),
            Column.of("due", ArrivalMetrics.OFFERED),
            Column.of("answered", ArrivalMetrics.ANSWERED),
            Column.of("dropped", ArrivalMetrics.DROPPED),
            Column.of("refused", ArrivalMetrics.REFUSED),
            new Column(
                "service",
                row -> row.value(ArrivalMetrics.KEPT_UP) == 1 ? "kept up" : "COULD NOT KEEP UP")));
  }

  private static String headline(Results results) {
    Optional<Row> best =
        results.rows().stream()
            .filter(row -> row.spread(Metric.RATIO_TO_BASE).isPresent())
            .max(Comparator.comparingDouble(row -> row.value(Metric.RATIO_TO_BASE)));
    if (best.isEmpty()) {
      return "";
    }
    String base = results.base().label();
    String label = best.get().label();
    if (label.equals(base)) {
      return "No side commits more than " + base + ".";
    }
    Spread ratio = best.get().spread(Metric.RATIO_TO_BASE).orElseThrow();
    String text = Metric.Shown.RATIO.text(ratio);
    return ratio.min() <= 1
        ? "No side is ahead of "
            + base
            + " in every repeat; the median of "
            + label
            + " is "
            + text
            + " times as much."
        : label + " commits most: " + text + " times as much as " + base + ".";
  }
}
