package dev.yardmaster.benchmarks.attack;

import dev.yardmaster.benchmarks.load.ArrivalMetrics;
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
import dev.yardmaster.server.cli.FigureTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes the report of the attacks: the client's latencies without and with each attack. */
public final class AttackReport {

  /** The greatest ratio of the client's p99 with an attack to its p99 without. */
  private static final double MOST_OF_P99 = 5;

  /** The least share of arrivals that are answered; below it the p99 lacks the longest waits. */
  private static final double MIN_ANSWERED = 0.95;

  private static final String NOTE =
      "Server, client and attackers shared the machine's cores. The attackers had the lowest"
          + " priority and a fixed rate. busy-loop is no attack: its attackers send nothing.";

  private AttackReport() {}

  /**
   * Returns the report.
   *
   * @param found the results of each attack, under the attack's label
   */
  public static Report of(
      String description,
      Map<String, Object> settings,
      List<AttackKind> kinds,
      List<Results> found) {
    List<Results> related = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    for (Results each : found) {
      Results results = each.withRatioToBase(Metric.RATIO_TO_BASE, Latency.P99);
      related.add(results);
      if (!results.rows().isEmpty()) {
        rows.add(row(results));
      }
    }
    List<Claim> bars = new ArrayList<>();
    for (AttackKind kind : kinds) {
      if (kind.isAttack()) {
        bars.addAll(bars(kind.label()));
      }
    }
    return Report.benchmark(
        "attacks",
        description,
        settings,
        Measurements.of(related),
        Section.figures(List.of(), List.of(table(related, rows)), List.of(), bars),
        "",
        NOTE);
  }

  private static FigureTable table(List<Results> found, List<List<String>> rows) {
    return new FigureTable(
        Column.mediansOf(found.get(0))
            + " (least-greatest); latency of the well-behaved client in us",
        List.of(
            "attack",
            "p50 without",
            "p50 with",
            "p99 without",
            "p99 with",
            "p99 ratio",
            "arrived/s",
            "answered/s",
            "acts/s",
            "invariant"),
        rows);
  }

  private static List<String> row(Results results) {
    Row without = results.row(AttackedSide.WITHOUT).orElseThrow();
    Row with = results.row(AttackedSide.WITH).orElseThrow();
    return List.of(
        results.at(),
        text(without, Latency.P50),
        text(with, Latency.P50),
        text(without, Latency.P99),
        text(with, Latency.P99),
        text(with, Metric.RATIO_TO_BASE),
        text(with, ArrivalMetrics.OFFERED),
        text(with, ArrivalMetrics.ANSWERED),
        text(with, AttackedSide.ACTS),
        with.isSound() && without.isSound() ? "holds" : "BROKEN");
  }

  private static String text(Row row, Metric metric) {
    return row.spread(metric).map(metric.shown()::text).orElse("-");
  }

  private static List<Claim> bars(String attack) {
    MetricRef p99 = new MetricRef(attack, AttackedSide.WITH, Latency.P99);
    return List.of(
        Claim.atMost(
            "p99 with " + attack + " to p99 without",
            MOST_OF_P99,
            p99,
            p99.of(AttackedSide.WITHOUT)),
        Claim.atLeast(
            "answered with " + attack + ", share of arrivals",
            MIN_ANSWERED,
            new MetricRef(attack, AttackedSide.WITH, ArrivalMetrics.ANSWERED),
            new MetricRef(attack, AttackedSide.WITH, ArrivalMetrics.OFFERED)));
  }
}
