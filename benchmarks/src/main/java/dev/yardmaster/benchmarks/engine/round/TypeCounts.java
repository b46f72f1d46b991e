package dev.yardmaster.benchmarks.engine.round;

import dev.yardmaster.benchmarks.engine.EngineRoundMetrics;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import org.HdrHistogram.Histogram;

/**
 * The counts and latencies of one worker's transactions of one type. Only the worker's thread
 * writes the object. Other threads read the object after the worker has ended.
 */
final class TypeCounts {

  private static final double NS_PER_SECOND = 1e9;

  private final Histogram latencyNs = new Histogram(RoundWorker.DIGITS);
  private long committed;
  private long aborted;

  /** Counts a transaction that committed. */
  void committed() {
    committed++;
  }

  /** Counts attempts that ended in a conflict. */
  void aborted(int attempts) {
    aborted += attempts;
  }

  /**
   * Records a latency: the latency of a transaction that committed, or the time so far of a
   * transaction that has not ended.
   */
  void took(long tookNs) {
    latencyNs.recordValue(tookNs);
  }

  /** Adds the counts and latencies of another worker. */
  void add(TypeCounts other) {
    latencyNs.add(other.latencyNs);
    committed += other.committed;
    aborted += other.aborted;
  }

  /** Returns the latencies, in ns. */
  Histogram latencyNs() {
    return latencyNs;
  }

  /** Returns the metrics of the recorded interval. */
  MetricValues values(long recordedNs) {
    return Latency.of(latencyNs)
        .put(Metric.COMMITTED, committed * NS_PER_SECOND / recordedNs)
        .put(EngineRoundMetrics.ABORTED, aborted * NS_PER_SECOND / recordedNs);
  }
}
