package dev.yardmaster.benchmarks.run;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.benchmarks.load.ArrivalMetrics;
import dev.yardmaster.benchmarks.load.RecordedInterval;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Better;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.processor.PipelineCounters;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The metrics of rounds of the pipeline, besides throughput and latency. */
public final class PipelineRoundMetrics {

  /** The attempts that did not commit, over all causes, for each commit. */
  public static final Metric ABORTS = Metric.per("abortsPerCommit");

  /** The attempts that did not commit, by cause, in the order of the causes. */
  public static final List<Metric> ABORTS_BY_CAUSE =
      Arrays.stream(AbortCause.values())
          .map(cause -> Metric.per("abortsByCause." + cause.name()))
          .toList();

  /** The restarts for each commit. */
  public static final Metric RESTARTS = Metric.per("restartsPerCommit");

  /** The attempts with stale reads that were repaired instead of restarted, for each commit. */
  public static final Metric REPAIRS = Metric.fact("repairsPerCommit", "1", Shown.FOUR);

  /** The most restarts of a transaction. */
  public static final Metric MAX_RESTARTS =
      Metric.of("mostRestarts", "1", Better.LOWER, Shown.WHOLE).greatest();

  /**
   * The mean number of transactions in the service, by Little's law; where it is far below the
   * concurrency, the clients are the bottleneck.
   */
  public static final Metric IN_FLIGHT = Metric.fact("inFlight", "1", Shown.WHOLE);

  /** The victims in each batch of the validator. */
  public static final Metric VICTIMS = Metric.fact("victimsPerBatch", "1", Shown.TWO);

  /** The edges of each batch's conflict graph. */
  public static final Metric EDGES = Metric.fact("edgesPerBatch", "1", Shown.TWO);

  /** The share of the reordered batches whose choice of victims is proven to be best. */
  public static final Metric PROVEN = Metric.of("provenShare", "1", Better.HIGHER, Shown.PERCENT);

  /** The time that reorder workers were at work, over the interval's length. */
  public static final Metric REORDER_BUSY = Metric.fact("reorderBusy", "1", Shown.PERCENT);

  /** The time that the validator's agents were at work, for each commit. */
  public static final Metric VALIDATOR_NS = Metric.cost("validatorNsPerCommit");

  /**
   * The processor time of the service's threads, for each commit. The clients of a closed loop run
   * on these threads, too, and idle agents spin for a while before they sleep.
   */
  public static final Metric CPU_NS = Metric.cost("cpuNsPerCommit");

  /** The submissions refused because the service was full, for each commit. */
  public static final Metric OVERLOADED = Metric.per("overloadedPerCommit");

  /** The number of times the log waited for the disk, for each commit. */
  public static final Metric FORCES = Metric.per("forcesPerCommit");

  /** The commits that one wait put on disk. */
  public static final Metric COMMITS_PER_FORCE =
      Metric.of("commitsPerForce", "1", Better.HIGHER, Shown.ONE);

  /** The bytes written to the log. */
  public static final Metric LOGGED_PER_SECOND =
      Metric.fact("loggedBytesPerSecond", "bytes/s", Shown.MEGA);

  /** The bytes written to the log for each commit. */
  public static final Metric LOGGED_PER_COMMIT =
      Metric.fact("loggedBytesPerCommit", "bytes", Shown.WHOLE);

  /** The bytes written for each wait: the mean length of a group. */
  public static final Metric LOGGED_PER_FORCE =
      Metric.fact("loggedBytesPerForce", "bytes", Shown.WHOLE);

  /** The checkpoints written. */
  public static final Metric CHECKPOINTS = Metric.fact("checkpoints", "1", Shown.WHOLE);

  private static final double NS_PER_SECOND = 1e9;

  private PipelineRoundMetrics() {}

  /**
   * Returns all figures of a recorded interval.
   *
   * @param durable whether there is a log
   */
  static MetricValues of(RecordedInterval recording, boolean durable) {
    PipelineCounters counters = recording.counters();
    Histogram latencyNs = recording.latencyNs();
    double elapsedNs = recording.elapsedNs();
    double commits = counters.committed();
    MetricValues values =
        new MetricValues()
            .put(Metric.COMMITTED, recording.counts().committed() * NS_PER_SECOND / elapsedNs)
            .put(ABORTS, counters.aborts() / commits);
    for (AbortCause cause : AbortCause.values()) {
      long runs = counters.abortedRuns().getOrDefault(cause, 0L);
      values.put(ABORTS_BY_CAUSE.get(cause.ordinal()), runs / commits);
    }
    values
        .put(RESTARTS, counters.restarts() / commits)
        .put(REPAIRS, counters.repaired() / commits)
        .put(MAX_RESTARTS, recording.mostRestarts())
        .put(IN_FLIGHT, latencyNs.getMean() * latencyNs.getTotalCount() / elapsedNs)
        .putAll(Latency.of(latencyNs))
        .put(VICTIMS, (double) counters.victims() / counters.batches())
        .put(EDGES, (double) counters.edges() / counters.batches())
        .put(PROVEN, (double) counters.proven() / counters.reordered())
        .put(REORDER_BUSY, counters.reorderBusyNs() / elapsedNs)
        .put(VALIDATOR_NS, counters.validatorBusyNs() / commits)
        .put(CPU_NS, recording.cpuNs() / commits)
        .put(OVERLOADED, recording.counts().overloaded() / commits)
        .putAll(ArrivalMetrics.of(recording));
    return durable ? putLog(values, recording) : values;
  }

  private static MetricValues putLog(MetricValues values, RecordedInterval recording) {
    PipelineCounters counters = recording.counters();
    double logged = counters.loggedBytes();
    double commits = counters.committed();
    return values
        .put(FORCES, counters.forces() / commits)
        .put(COMMITS_PER_FORCE, commits / counters.forces())
        .put(LOGGED_PER_SECOND, logged * NS_PER_SECOND / recording.elapsedNs())
        .put(LOGGED_PER_COMMIT, logged / commits)
        .put(LOGGED_PER_FORCE, logged / counters.forces())
        .put(CHECKPOINTS, counters.checkpoints());
  }
}
