package dev.yardmaster.benchmarks.load;

import dev.yardmaster.processor.PipelineCounters;
import org.HdrHistogram.Histogram;

/**
 * The results of a recorded interval.
 *
 * @param elapsedNs length of the interval, in ns
 * @param counts the clients' counts within the interval
 * @param mostRestarts the highest number of restarts of a transaction that was submitted within the
 *     interval
 * @param counters the service's counts within the interval; zeros for a service in another process
 * @param cpuNs processor time of the service's threads within the interval, in ns; 0 for a service
 *     in another process
 * @param latencyNs latencies, in ns, of all transactions submitted within the interval, including
 *     transactions that ended later
 */
public record RecordedInterval(
    long elapsedNs,
    ClientCounts counts,
    int mostRestarts,
    PipelineCounters counters,
    long cpuNs,
    Histogram latencyNs) {

  private static final double NS_PER_SECOND = 1e9;

  /** Returns the transactions per second whose commit the clients received. */
  public double committedPerSecond() {
    return counts.committed() * NS_PER_SECOND / elapsedNs;
  }
}
