package dev.yardmaster.benchmarks.plan;

import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Measured;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.report.Column;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.benchmarks.report.Section;
import dev.yardmaster.benchmarks.run.PipelineRoundMetrics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes the report of a plan: a row for each part, and a row for the transactions. */
public final class PlanReport {

  /** The number of machines that run a part; the stages of the validator share one. */
  public static final Metric MACHINES = Metric.fact("machines", "1", Metric.Shown.WHOLE);

  /** The number of threads that run agents of a part. */
  public static final Metric THREADS = Metric.fact("threads", "1", Metric.Shown.WHOLE);

  /** The mean share of the time in which a part's thread has work. */
  public static final Metric BUSY = Metric.fact("busy", "1", Metric.Shown.PERCENT);

  /** The rate at which a part is full. */
  public static final Metric FULL_AT = Metric.rate("fullAtPerSecond");

  /** The transactions that committed, or that their logic aborted. */
  public static final Metric ENDED = Metric.rate("endedPerSecond");

  private static final String TRANSACTIONS = "transactions";

  private static final String NOTE =
      "The load ran on virtual cores: the pipeline's own agents under virtual time, with costs that"
          + " were measured on one machine. Transactions arrive at random. Latency counts from the"
          + " arrival at a processor to its answer, without the network of the client. A message"
          + " between machines takes a hop, and its processor time is not counted. Caches and the"
          + " log are not modeled.";

  private PlanReport() {}

  /** Returns the report of a plan. */
  public static Report of(ClusterPlan plan, Map<String, Object> settings) {
    List<Row> parts = new ArrayList<>();
    for (PlannedPart part : plan.parts()) {
      parts.add(
          row(
              part.kind().text(),
              new MetricValues()
                  .put(MACHINES, plan.machines(part.kind()))
                  .put(THREADS, part.threads())
                  .put(BUSY, part.busy())
                  .put(FULL_AT, part.fullAt())));
    }
    MetricValues round = plan.round().values();
    MetricValues shown =
        new MetricValues().put(MACHINES, plan.machines()).put(ENDED, plan.parts().get(0).rate());
    for (Metric metric : shownOf(round)) {
      shown.put(metric, round.get(metric));
    }
    Row transactions = row(TRANSACTIONS, shown);
    List<Row> rows = new ArrayList<>(parts);
    rows.add(transactions);
    Measurements measurements = new Measurements();
    measurements.put(new Results("", rows, plan.round().findings(), false));
    List<Column> latencies = new ArrayList<>();
    latencies.add(Column.of("ended/s", ENDED));
    latencies.add(Column.of("committed/s", Metric.COMMITTED));
    latencies.add(Column.of("repaired/commit", PipelineRoundMetrics.REPAIRS));
    latencies.add(Column.of("aborts/commit", PipelineRoundMetrics.ABORTS));
    latencies.add(Column.of("p50 us", Latency.P50));
    latencies.add(Column.of("p95 us", Latency.P95));
    latencies.add(Column.of("p99 us", Latency.P99));
    return Report.benchmark(
        "A plan for " + rate(plan.load().rate()) + " transactions/s",
        "",
        settings,
        measurements,
        Section.figures(
            List.of(),
            List.of(
                Column.table(
                    plan.isOneMachine() ? "Parts, all on one machine" : "Parts and machines",
                    parts,
                    List.of(
                        Column.label("part"),
                        Column.of("machines", MACHINES),
                        Column.of("threads", THREADS),
                        Column.of("busy", BUSY),
                        Column.of("full at/s", FULL_AT))),
                Column.table("Expected", List.of(transactions), latencies)),
            List.of(),
            List.of()),
        headline(plan),
        NOTE);
  }

  private static List<Metric> shownOf(MetricValues values) {
    List<Metric> all = new ArrayList<>();
    all.add(Metric.COMMITTED);
    all.add(PipelineRoundMetrics.REPAIRS);
    all.add(PipelineRoundMetrics.ABORTS);
    all.add(Latency.MEAN);
    all.addAll(Latency.SHOWN);
    all.retainAll(values.metrics());
    return all;
  }

  private static Row row(String label, MetricValues values) {
    Map<String, Measured> figures = new LinkedHashMap<>();
    values
        .metrics()
        .forEach(
            metric ->
                figures.put(metric.name(), new Measured(metric, List.of(values.get(metric)))));
    return new Row(label, Map.of(), figures, List.of(), List.of(), List.of());
  }

  private static String rate(double perSecond) {
    return String.format(Locale.ROOT, "%,.0f", perSecond);
  }

  private static String headline(ClusterPlan plan) {
    PlannedPart first = plan.fullFirst();
    String machines =
        plan.isOneMachine()
            ? "one machine"
            : String.format(
                Locale.ROOT,
                "%d machines: %d for processors, %d for storage, 1 for the validator",
                plan.machines(),
                plan.machines(PlannedPart.Kind.PROCESSORS),
                plan.machines(PlannedPart.Kind.STORAGE));
    String full =
        String.format(
            Locale.ROOT,
            "The part that is full first is the %s, at about %s transactions/s.",
            first.kind().text(),
            rate(first.fullAt()));
    return plan.isEnough()
        ? "Plan: " + machines + ". " + full
        : String.format(
            Locale.ROOT,
            "No plan: the final validation, which one thread runs for all transactions, is busy for %s"
                + " of the time, more than --busy allows. It is full at about %s transactions/s.",
            BUSY.shown().text(first.busy()),
            rate(first.fullAt()));
  }
}
