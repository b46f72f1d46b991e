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
import java.util.stream.Collectors;

/** Makes the report of the attacks: the client's latencies without and with each attack. */
public final class AttackReport {

  /**
   * The greatest permitted ratio of the client's p99 with an attack to its p99 without an attack.
   */
  private static final double MAX_OF_P99 = 5;

  /**
   * The smallest permitted share of arriving transactions that the server answers. If the server
   * left more transactions unanswered, the p99 would omit the longest waits.
   */
  private static final double MIN_ANSWERED = 0.95;

  /**
   * The greatest permitted share of arriving transactions that the server refuses or the client
   * drops. The share is limited, because these transactions are not part of the latency figures.
   */
  private static final double MAX_UNSERVED = 0.001;

  /**
   * The smallest permitted ratio of the measured number of acts per second to the attack's rate.
   * The attackers have the lowest priority, so on two cores with a busy server and client they do
   * not reach their full rate.
   */
  private static final double MIN_ACTS = 0.5;

  /** The greatest permitted share of acts to which the server reacts in an unexpected way. */
  private static final double MAX_FAILED = 0.01;

  private static final String NOTE =
      "The client without the attack used another server than the attackers. The two "
          + "servers, the client and the attackers shared the machine's cores. The "
          + "attackers had the lowest"
          + " priority and a fixed rate. busy-loop is a control and not an attack: its "
          + "attackers send nothing.";

  private AttackReport() {}

  /**
   * Returns the report.
   *
   * @param found the results of each attack; the key is the label of the attack
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
    Measurements measurements = Measurements.of(related);
    return Report.benchmark(
        "attacks",
        description,
        settings,
        measurements,
        Section.figures(List.of(), List.of(table(related, rows)), List.of(), bars),
        worstRepeats(bars, measurements),
        NOTE);
  }

  /**
   * Returns a sentence with the names of some bars (required values): the median of the repeats
   * reaches these bars, but the worst repeat misses them.
   */
  private static String worstRepeats(List<Claim> bars, Measurements measurements) {
    String missed =
        bars.stream()
            .map(bar -> bar.judge(measurements))
            .filter(Claim.Judged::isMissedInWorstRepeat)
            .map(judged -> judged.claim().words())
            .collect(Collectors.joining("; "));
    return missed.isEmpty()
        ? ""
        : "The median reaches these bars, but the worst repeat does not: " + missed + ".";
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
            "p99.9 without",
            "p99.9 with",
            "max without",
            "max with",
            "arrived/s",
            "answered/s",
            "acts/s",
            "refused/s",
            "failed/s",
            "server cores without",
            "server cores with",
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
        text(without, Latency.P999),
        text(with, Latency.P999),
        text(without, Latency.MAX),
        text(with, Latency.MAX),
        text(with, ArrivalMetrics.OFFERED),
        text(with, ArrivalMetrics.ANSWERED),
        text(with, AttackedSide.ACTS),
        text(with, AttackedSide.REFUSED_ACTS),
        text(with, AttackedSide.FAILED_ACTS),
        text(without, AttackedSide.SERVER_CORES),
        text(with, AttackedSide.SERVER_CORES),
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
            MAX_OF_P99,
            p99,
            p99.of(AttackedSide.WITHOUT)),
        Claim.atLeast(
            "answered with " + attack + ", share of arrivals",
            MIN_ANSWERED,
            new MetricRef(attack, AttackedSide.WITH, ArrivalMetrics.ANSWERED),
            new MetricRef(attack, AttackedSide.WITH, ArrivalMetrics.OFFERED)),
        Claim.atMost(
            "refused or dropped with " + attack + ", share of arrivals",
            MAX_UNSERVED,
            new MetricRef(attack, AttackedSide.WITH, AttackedSide.UNSERVED),
            null),
        Claim.atLeast(
            "acts of " + attack + ", share of its rate",
            MIN_ACTS,
            new MetricRef(attack, AttackedSide.WITH, AttackedSide.ACTS_OF_RATE),
            null),
        Claim.atMost(
            "failed acts of " + attack + ", share of acts",
            MAX_FAILED,
            new MetricRef(attack, AttackedSide.WITH, AttackedSide.FAILED_ACTS),
            new MetricRef(attack, AttackedSide.WITH, AttackedSide.ACTS)));
  }
}
