package dev.yardmaster.benchmarks.plan;

import dev.yardmaster.benchmarks.measure.Latency;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes the report of a plan: a row for each part, and a row for the transactions. */
public final class PlanReport {

  /** The number of machines that run a part. All stages of the validator share one machine. */
  public static final Metric MACHINES = Metric.fact("machines", "1", Metric.Shown.WHOLE);

  /** The number of threads that run agents of a part. */
  public static final Metric THREADS = Metric.fact("threads", "1", Metric.Shown.WHOLE);

  /** The mean share of the time in which a part's thread has work. */
  public static final Metric BUSY = Metric.fact("busy", "1", Metric.Shown.PERCENT);

  /** The rate at which a part is full. */
  public static final Metric FULL_AT = Metric.rate("fullAtPerSecond");

  /** The number of transactions per second that committed or were aborted by their logic. */
  public static final Metric ENDED = Metric.rate("endedPerSecond");

  /** 1 if the planned cluster is sufficient for the load, otherwise 0. */
  public static final Metric ENOUGH = Metric.fact("isEnough", "1", Metric.Shown.WHOLE);

  private static final String TRANSACTIONS = "transactions";

  private static final String NOTE =
      "The load ran on virtual cores: the pipeline's own agents under virtual time, with costs that"
          + " were measured on one machine. Transactions arrive at random. Latency counts from the"
          + " arrival at a processor to its answer, without the network of the client. A message"
          + " between machines takes a hop, and its processor time is not counted. Caches, the log,"
          + " and the memory that the data needs are not modeled. The cost of a decision besides its"
          + " lookups is not counted either, so the final validation of short transactions is full"
          + " earlier.";

  private PlanReport() {}

  /** Returns the report of a plan. */
  public static Report of(ClusterPlan plan, Map<String, Object> settings) {
    List<Row> parts = new ArrayList<>();
    for (PlannedPart part : plan.parts()) {
      parts.add(
          Row.computed(
              part.text(),
              Map.of(),
              new MetricValues()
                  .put(MACHINES, plan.machines(part))
                  .put(THREADS, part.threads())
                  .put(BUSY, part.busy())
                  .put(FULL_AT, part.fullAt()),
              1,
              List.of()));
    }
    MetricValues round = plan.round().values();
    MetricValues shown =
        new MetricValues()
            .put(MACHINES, plan.machines())
            .put(ENOUGH, plan.isEnough() ? 1 : 0)
            .put(ENDED, plan.parts().get(0).rate());
    for (Metric metric : shownOf(round)) {
      shown.put(metric, round.get(metric));
    }
    Row transactions =
        Row.computed(
            TRANSACTIONS,
            Map.of("verdict", plan.verdict().name().toLowerCase(Locale.ROOT)),
            shown,
            1,
            List.of());
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
    return plan.isEnough()
        ? String.format(
            Locale.ROOT,
            "Plan: %s. First full: %s, at about %s transactions/s.",
            machines,
            first.text(),
            rate(first.fullAt()))
        : "No plan: " + limit(plan, first) + ".";
  }

  private static String limit(ClusterPlan plan, PlannedPart first) {
    String part = first.text();
    String busy = BUSY.shown().text(first.busy());
    return switch (plan.verdict()) {
      case ENOUGH -> throw new IllegalArgumentException("the plan is enough");
      case ONE_THREAD ->
          String.format(
              Locale.ROOT,
              "%s, which one thread runs, is busy for %s of the time, more than --busy allows, and"
                  + " is full at about %s transactions/s",
              part,
              busy,
              rate(first.fullAt()));
      case MOST_THREADS ->
          String.format(
              Locale.ROOT,
              "%s has the largest number of threads, %d, which are busy for %s of the time, more"
                  + " than --busy allows",
              part,
              first.threads(),
              busy);
      case VALIDATOR_CORES ->
          String.format(
              Locale.ROOT,
              "the validator, whose threads share a machine, needs %d threads, more than --cores=%d",
              plan.validatorThreads(),
              plan.cores());
      case BEHIND ->
          "transactions end more slowly than they arrive, although no part is busier than --busy"
              + " allows";
      case RUNS ->
          String.format(
              Locale.ROOT,
              "after %d runs with more and more threads, %s is still busy for %s of the time, more"
                  + " than --busy allows",
              ClusterPlanner.MAX_RUNS,
              part,
              busy);
    };
  }
}
