package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.run.Experiment;
import dev.yardmaster.benchmarks.run.Figures;
import dev.yardmaster.benchmarks.run.Launched;
import dev.yardmaster.benchmarks.run.Logic;
import dev.yardmaster.benchmarks.run.Progress;
import dev.yardmaster.benchmarks.run.Results;
import dev.yardmaster.benchmarks.run.Side;
import dev.yardmaster.benchmarks.run.SideBySide;
import dev.yardmaster.benchmarks.run.SideResult;
import dev.yardmaster.benchmarks.workload.Workload;
import dev.yardmaster.processor.PipelineConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * A point whose sides are settings of the embedded pipeline, each in memory and in a closed loop.
 * Names of figures: those below; latencies are in µs.
 *
 * @param workload draws what every side runs; called once, when the point is measured
 * @param skew Zipf theta that it is drawn with
 * @param compared the sides; those of one point differ in their labels
 * @param pipeline the settings that they have in common
 */
public record PipelinePoint(
    String key,
    Supplier<Workload> workload,
    double skew,
    List<Side> compared,
    PipelineConfig pipeline,
    Rounds rounds)
    implements Point {

  /** Transactions committed in a second. */
  public static final String COMMITTED = "committedPerSecond";

  /** Runs that did not commit, for each that did. */
  public static final String ABORTS = "abortsPerCommit";

  /** How often the unluckiest transaction was begun again. */
  public static final String MOST_RESTARTS = "mostRestarts";

  /** Mean latency. */
  public static final String MEAN = "meanUs";

  /** Median latency. */
  public static final String P50 = "p50Us";

  /** 75th percentile of the latency. */
  public static final String P75 = "p75Us";

  /** 90th percentile. */
  public static final String P90 = "p90Us";

  /** 95th percentile. */
  public static final String P95 = "p95Us";

  /** 99th percentile. */
  public static final String P99 = "p99Us";

  /** 99.9th percentile. */
  public static final String P999 = "p999Us";

  /** The longest latency. */
  public static final String MAX = "maxUs";

  /** Transactions sacrificed in each batch of the validator. */
  public static final String VICTIMS = "victimsPerBatch";

  /** Share of the reordered batches whose victims are known to be the best choice. */
  public static final String PROVEN = "provenShare";

  /** Time that reorder workers were at work, over the interval's length. */
  public static final String REORDER_BUSY = "reorderBusy";

  /** Time that the validator's agents were at work, in ns, for each commit. */
  public static final String VALIDATOR_NS = "validatorNsPerCommit";

  /** Processor time of the pipeline's threads, in ns, for each commit. */
  public static final String CPU_NS = "cpuNsPerCommit";

  private static final double NS_PER_SECOND = 1e9;

  /**
   * How long and how often each side runs.
   *
   * @param loadSeconds about how long a fresh service takes to load and to check
   */
  public record Rounds(double seconds, double warmUpSeconds, int repeats, double loadSeconds) {}

  /** Copies the list. */
  public PipelinePoint {
    compared = List.copyOf(compared);
  }

  @Override
  public List<String> sides() {
    return compared.stream().map(Side::label).toList();
  }

  @Override
  public double expectedSeconds() {
    double round = rounds.warmUpSeconds() + rounds.loadSeconds();
    return compared.size() * (round + rounds.repeats() * (round + rounds.seconds()));
  }

  @Override
  public Measured measure(NanoClock clock, Progress progress) throws InterruptedException {
    Results results = new SideBySide(experiment(), Launched::pipeline, clock, progress).run();
    if (results.interrupted()) {
      throw new InterruptedException();
    }
    Map<String, Map<String, List<Double>>> sides = new LinkedHashMap<>();
    for (SideResult result : results.sides()) {
      Map<String, List<Double>> side = new LinkedHashMap<>();
      for (Figures repeat : result.repeats()) {
        values(repeat)
            .forEach(
                (name, value) -> side.computeIfAbsent(name, any -> new ArrayList<>()).add(value));
      }
      sides.put(result.side().label(), side);
    }
    return new Measured(sides, results.brokenInvariants());
  }

  private Experiment experiment() {
    return new Experiment(
        workload.get(),
        skew,
        Logic.PROCEDURE,
        compared,
        pipeline,
        1,
        Math.round(rounds.warmUpSeconds() * NS_PER_SECOND),
        Math.round(rounds.seconds() * NS_PER_SECOND),
        rounds.repeats(),
        Optional.empty(),
        Path.of("reports", "data"));
  }

  private static Map<String, Double> values(Figures figures) {
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(COMMITTED, figures.committedPerSecond());
    values.put(ABORTS, figures.abortsPerCommit());
    values.put(MOST_RESTARTS, figures.mostRestarts());
    values.put(MEAN, figures.meanUs());
    values.put(P50, figures.p50Us());
    values.put(P75, figures.p75Us());
    values.put(P90, figures.p90Us());
    values.put(P95, figures.p95Us());
    values.put(P99, figures.p99Us());
    values.put(P999, figures.p999Us());
    values.put(MAX, figures.maxUs());
    values.put(VICTIMS, figures.victimsPerBatch());
    values.put(PROVEN, figures.provenShare());
    values.put(REORDER_BUSY, figures.reorderBusy());
    values.put(VALIDATOR_NS, figures.validatorNsPerCommit());
    values.put(CPU_NS, figures.cpuNsPerCommit());
    return values;
  }
}
