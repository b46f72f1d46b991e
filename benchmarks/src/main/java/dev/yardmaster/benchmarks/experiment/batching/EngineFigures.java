package dev.yardmaster.benchmarks.experiment.batching;

import static dev.yardmaster.benchmarks.engine.EngineMetrics.ABORT_RATE;
import static dev.yardmaster.benchmarks.engine.EngineMetrics.ARRIVAL_P99;
import static dev.yardmaster.benchmarks.engine.EngineMetrics.SCHEDULABLE;
import static dev.yardmaster.benchmarks.experiment.batching.YcsbPoints.HOLDING;
import static dev.yardmaster.benchmarks.experiment.batching.YcsbPoints.MULTI_VERSION;
import static dev.yardmaster.benchmarks.experiment.batching.YcsbPoints.RC;
import static dev.yardmaster.benchmarks.experiment.batching.YcsbPoints.SIDES;
import static dev.yardmaster.benchmarks.experiment.batching.YcsbPoints.SILO;
import static dev.yardmaster.benchmarks.experiment.batching.YcsbPoints.TICTOC;
import static dev.yardmaster.benchmarks.measure.Latency.P50;
import static dev.yardmaster.benchmarks.measure.Latency.P95;
import static dev.yardmaster.benchmarks.measure.Latency.P99;
import static dev.yardmaster.benchmarks.measure.Latency.P999;
import static dev.yardmaster.benchmarks.measure.Metric.COMMITTED;

import dev.yardmaster.benchmarks.experiment.Drawing;
import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Claim.Direction;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Ratio;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Panel.Kind;
import dev.yardmaster.benchmarks.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The thread-aware scheduler in front of the engine's protocols: Figures 23 to 25 (section 5.5).
 * The paper's 28 cores are simulated workers; the cores that there are have threads beside them.
 */
final class EngineFigures {

  /** From this skew on the paper's lines can be expected to part. */
  private static final double CONTENDED = 0.9;

  private static final String THROUGHPUT = "committed transactions/s";

  /** What the paper compares rc with; ERMIA's place is multi-version's, too. */
  private static final List<String> OTHERS = List.of(MULTI_VERSION, SILO, TICTOC);

  private static final String CHEAP_ABORTS =
      "Simulated workers have a core each, and an attempt that is thrown away slows no other worker:"
          + " in the model fewer aborts save less than on a real machine. And the policy leaves most"
          + " conflicts of a batch of 112 transactions between threads.";
  private static final String FROM_FIRST_ATTEMPT =
      "Latency runs from the first attempt, so that a scheduler's queue is not in it; from arrival"
          + " it is, in the last chart.";
  private static final String IN_LINE =
      "Four transactions for each worker are dealt at once and wait in line, where a worker without"
          + " a scheduler has one at a time, which does not wait.";
  private static final String DEALER =
      "A transaction's share of the scheduler's time is measured on threads, where a batch is four"
          + " transactions for each of those.";

  private final YcsbPoints points;
  private final EngineScale scale;
  private final Map<Integer, EnginePoint> byWorkers;
  private final Map<Integer, EnginePoint> byThreads;
  private final Map<Double, EnginePoint> bySkew;
  private final EnginePoint most;
  private final String workers;

  EngineFigures(EngineScale scale, YcsbPoints points) {
    this.points = points;
    this.scale = scale;
    double mostSkewed = scale.skews().get(scale.skews().size() - 1);
    byWorkers = Drawing.over(scale.workers(), count -> points.simulated(count, mostSkewed));
    byThreads = Drawing.over(scale.threads(), count -> points.threads(count, mostSkewed));
    bySkew = Drawing.over(scale.skews(), skew -> points.simulated(scale.mostWorkers(), skew));
    most = bySkew.get(mostSkewed);
    workers = scale.mostWorkers() + " simulated workers";
  }

  private static Panel panel(
      String title,
      Kind kind,
      String x,
      String y,
      Map<? extends Number, EnginePoint> byX,
      Metric metric,
      double yScale) {
    return new Panel(
        title,
        kind,
        x,
        y,
        yScale,
        SIDES.stream()
            .map(side -> Drawing.line(YcsbPoints.name(side), byX, side, metric))
            .toList());
  }

  /** rc over each of the others where contention is highest. */
  private List<Ratio> overOthers(Metric metric) {
    return OTHERS.stream()
        .map(
            other ->
                new Ratio(
                    "over " + other,
                    Drawing.ref(most, RC, metric),
                    Drawing.ref(most, other, metric)))
        .toList();
  }

  /** rc over each of the others wherever there is contention. */
  private List<Ratio> contended() {
    List<Ratio> compared = new ArrayList<>();
    bySkew.forEach(
        (skew, point) -> {
          for (String other : skew < CONTENDED ? List.<String>of() : OTHERS) {
            compared.add(
                new Ratio(
                    "over " + other + " at " + skew,
                    Drawing.ref(point, RC, COMMITTED),
                    Drawing.ref(point, other, COMMITTED)));
          }
        });
    return compared;
  }

  Figure threads(String id) {
    List<EnginePoint> all = new ArrayList<>(byWorkers.values());
    all.addAll(byThreads.values());
    EnginePoint onThreads = byThreads.get(scale.mostThreads());
    List<Claim> claims =
        List.of(
            Claim.upTo(
                    "with 28 threads rc commits up to 2.2 times as much as others",
                    2.2,
                    overOthers(COMMITTED))
                .because(CHEAP_ABORTS),
            Claim.everywhere(
                    "with 28 threads rc commits more than each of the others",
                    Direction.AT_LEAST,
                    1,
                    overOthers(COMMITTED))
                .because(CHEAP_ABORTS),
            overhead(
                    "on " + onThreads.contenders().get(0).setup().workers() + " threads", onThreads)
                .because(DEALER),
            overhead("by " + workers, most)
                .because(DEALER + " What it is compared with is virtual time."),
            Claim.more(
                "holding back what conflicts commits more than rc with 28 threads (ours)",
                Drawing.ref(most, HOLDING, COMMITTED),
                Drawing.ref(most, RC, COMMITTED)));
    return new Figure(
        id,
        "Throughput of YCSB with skew factor 0.99",
        points.setting("Zipf 0.99; 28 threads of the paper are simulated workers"),
        all,
        List.of(
            panel("simulated workers", Kind.LINES, "workers", THROUGHPUT, byWorkers, COMMITTED, 1),
            panel("threads", Kind.LINES, "threads", THROUGHPUT, byThreads, COMMITTED, 1),
            panel(
                "aborts",
                Kind.LINES,
                "simulated workers",
                "aborted attempts (%)",
                byWorkers,
                ABORT_RATE,
                100)),
        claims);
  }

  /** What one thread could order over what the workers of a point run. */
  private Claim overhead(String where, EnginePoint point) {
    EnginePoint measured = byThreads.get(scale.mostThreads());
    return Claim.upTo(
        "reordering has up to 5 times the throughput of processing " + where,
        5,
        List.of(
            new Ratio(
                "", Drawing.ref(measured, RC, SCHEDULABLE), Drawing.ref(point, RC, COMMITTED))));
  }

  Figure skews(String id) {
    List<Claim> claims = new ArrayList<>();
    claims.add(
        Claim.upTo(
                "rc commits up to 2.2 times as much as others under skew 0.99",
                2.2,
                overOthers(COMMITTED))
            .because(CHEAP_ABORTS));
    claims.add(
        Claim.everywhere(
                "from skew 0.9 on rc commits more than each of the others",
                Direction.AT_LEAST,
                1,
                contended())
            .because(CHEAP_ABORTS));
    return new Figure(
        id,
        "Throughput of YCSB with 28 threads",
        points.setting(workers),
        List.copyOf(bySkew.values()),
        List.of(
            panel(
                "throughput",
                Kind.LOG_HEIGHTS,
                ThreeFigures.SKEW,
                THROUGHPUT,
                bySkew,
                COMMITTED,
                1)),
        claims);
  }

  Figure latencies(String id) {
    List<Claim> claims =
        List.of(
            Claim.upTo(
                    "rc reduces the 99th percentile by up to 71 % under skew 0.99",
                    0.29, overOthers(P99))
                .because(FROM_FIRST_ATTEMPT + " " + CHEAP_ABORTS),
            Claim.upTo(
                    "the same from arrival, with the time in the scheduler",
                    0.29,
                    overOthers(ARRIVAL_P99))
                .because(IN_LINE));
    return new Figure(
        id,
        "Percentile latencies of YCSB with 28 threads",
        points.setting(workers),
        List.copyOf(bySkew.values()),
        List.of(
            panel(
                "99th percentile",
                Kind.LOG_HEIGHTS,
                ThreeFigures.SKEW,
                "latency from the first attempt (us)",
                bySkew,
                P99,
                1),
            new Panel(
                "percentiles at skew 0.99",
                Kind.LOG_HEIGHTS,
                "percentile",
                "latency from the first attempt (us)",
                1,
                SIDES.stream().map(this::percentiles).toList()),
            panel(
                "99th percentile from arrival",
                Kind.LOG_HEIGHTS,
                ThreeFigures.SKEW,
                "latency from arrival (us)",
                bySkew,
                ARRIVAL_P99,
                1)),
        claims);
  }

  private Series percentiles(String side) {
    return new Series(
        YcsbPoints.name(side),
        List.of(
            Mark.at(1, "50", Drawing.ref(most, side, P50)),
            Mark.at(2, "95", Drawing.ref(most, side, P95)),
            Mark.at(3, "99", Drawing.ref(most, side, P99)),
            Mark.at(4, "99.9", Drawing.ref(most, side, P999))));
  }
}
