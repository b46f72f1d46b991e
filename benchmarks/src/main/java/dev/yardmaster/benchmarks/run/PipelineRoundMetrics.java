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

/** The metrics of rounds of the pipeline, in addition to throughput and latency. */
public final class PipelineRoundMetrics {

  /**
   * The number of attempts that did not commit, for any cause, divided by the number of commits.
   */
  public static final Metric ABORTS = Metric.per("abortsPerCommit");

  /**
   * The metrics of attempts that did not commit: one for each cause, in the order of the causes.
   */
  public static final List<Metric> ABORTS_BY_CAUSE =
      Arrays.stream(AbortCause.values())
          .map(cause -> Metric.per("abortsByCause." + cause.name()))
          .toList();

  /** The number of restarts divided by the number of commits. */
  public static final Metric RESTARTS = Metric.per("restartsPerCommit");

  /**
   * The number of attempts with stale reads that were repaired instead of restarted, divided by the
   * number of commits.
   */
  public static final Metric REPAIRS = Metric.fact("repairsPerCommit", "1", Shown.FOUR);

  /** The highest number of restarts of one transaction. */
  public static final Metric MAX_RESTARTS =
      Metric.of("mostRestarts", "1", Better.LOWER, Shown.WHOLE).greatest();

  /**
   * The mean number of transactions in the service, by Little's law. If this number is far below
   * the number of outstanding transactions, the clients are the bottleneck.
   */
  public static final Metric IN_FLIGHT = Metric.fact("inFlight", "1", Shown.WHOLE);

  /**
   * The mean number of victims (transactions that the reordering aborts) in a batch of the
   * validator.
   */
  public static final Metric VICTIMS = Metric.fact("victimsPerBatch", "1", Shown.TWO);

  /** The mean number of edges in the conflict graph of a batch. */
  public static final Metric EDGES = Metric.fact("edgesPerBatch", "1", Shown.TWO);

  /** The share of the reordered batches whose choice of victims is proven to be optimal. */
  public static final Metric PROVEN = Metric.of("provenShare", "1", Better.HIGHER, Shown.PERCENT);

  /** The working time of all reorder workers, divided by the length of the interval. */
  public static final Metric REORDER_BUSY = Metric.fact("reorderBusy", "1", Shown.PERCENT);

  /**
   * The working time of the final validation, which runs on one thread, divided by the length of
   * the interval.
   */
  public static final Metric FINAL_VALIDATION_BUSY =
      Metric.fact("finalValidationBusy", "1", Shown.PERCENT);

  /** The working time of the validator's agents, divided by the number of commits. */
  public static final Metric VALIDATOR_NS = Metric.cost("validatorNsPerCommit");

  /**
   * The processor time of the service's threads, divided by the number of commits. The clients of a
   * closed loop run on these threads, too, and idle agents spin for a while before they sleep.
   */
  public static final Metric CPU_NS = Metric.cost("cpuNsPerCommit");

  /**
   * The number of submissions refused because the service was full, divided by the number of
   * commits.
   */
  public static final Metric OVERLOADED = Metric.per("overloadedPerCommit");

  /** The number of times that the log waited for the disk, divided by the number of commits. */
  public static final Metric FORCES = Metric.per("forcesPerCommit");

  /** The mean number of commits that one wait for the disk covers. */
  public static final Metric COMMITS_PER_FORCE =
      Metric.of("commitsPerForce", "1", Better.HIGHER, Shown.ONE);

  /** The number of bytes written to the log per second. */
  public static final Metric LOGGED_PER_SECOND =
      Metric.fact("loggedBytesPerSecond", "bytes/s", Shown.MEGA);

  /** The number of bytes written to the log, divided by the number of commits. */
  public static final Metric LOGGED_PER_COMMIT =
      Metric.fact("loggedBytesPerCommit", "bytes", Shown.WHOLE);

  /**
   * The number of bytes written to the log between two waits for the disk, which is the mean length
   * of a group.
   */
  public static final Metric LOGGED_PER_FORCE =
      Metric.fact("loggedBytesPerForce", "bytes", Shown.WHOLE);

  /** The number of checkpoints written. */
  public static final Metric CHECKPOINTS = Metric.fact("checkpoints", "1", Shown.WHOLE);

  private static final double NS_PER_SECOND = 1e9;

  private PipelineRoundMetrics() {}

  /**
   * Returns the values of all metrics of a recorded interval.
   *
   * @param durable whether the pipeline has a log
   */
  static MetricValues of(RecordedInterval recording, boolean durable) {
    PipelineCounters counters = recording.counters();
    Histogram latencyNs = recording.latencyNs();
    double elapsedNs = recording.elapsedNs();
    double commits = counters.committed();
    MetricValues values =
        new MetricValues()
            .put(Metric.COMMITTED, recording.committedPerSecond())
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
        .put(FINAL_VALIDATION_BUSY, counters.finalValidationNs() / elapsedNs)
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
