package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.benchmarks.load.ArrivalMetrics;
import dev.yardmaster.benchmarks.load.ClientCounts;
import dev.yardmaster.benchmarks.load.RecordedInterval;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;

/** The metrics that the client counts in rounds over the network, in addition to latency. */
public final class WireMetrics {

  /**
   * The number of transactions per second that committed or were aborted by their own logic; for
   * the echo, the number of answered messages per second.
   */
  public static final Metric ANSWERED = Metric.rate("answeredPerSecond");

  /** The number of restarts after conflicts, divided by the number of answered transactions. */
  public static final Metric RESTARTS = Metric.per("restartsPerAnswer");

  /**
   * The number of submissions refused because the service was full, divided by the number of
   * answered transactions.
   */
  public static final Metric OVERLOADED = Metric.per("overloadedPerAnswer");

  private static final double NS_PER_SECOND = 1e9;

  private WireMetrics() {}

  static MetricValues of(RecordedInterval recording) {
    ClientCounts counts = recording.counts();
    double seconds = recording.elapsedNs() / NS_PER_SECOND;
    double answered = counts.answered();
    return new MetricValues()
        .put(ANSWERED, answered / seconds)
        .put(Metric.COMMITTED, counts.committed() / seconds)
        .put(RESTARTS, counts.restarts() / answered)
        .put(OVERLOADED, counts.overloaded() / answered)
        .putAll(Latency.of(recording.latencyNs()))
        .putAll(ArrivalMetrics.of(recording));
  }
}
