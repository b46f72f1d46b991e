package dev.yardmaster.benchmarks.load;

import dev.yardmaster.processor.PipelineCounters;
import org.HdrHistogram.Histogram;

/**
 * The figures of a recorded interval.
 *
 * @param elapsedNs its length, in ns
 * @param counts the clients' counts within it
 * @param mostRestarts the most restarts of a transaction that was submitted within it
 * @param counters the service's counts within it; zeros for a service in another process
 * @param cpuNs processor time of the service's threads within it; 0 for a service in another
 *     process
 * @param latencyNs latency of every transaction submitted within it, in ns, including those that
 *     ended later
 */
public record RecordedInterval(
    long elapsedNs,
    ClientCounts counts,
    int mostRestarts,
    PipelineCounters counters,
    long cpuNs,
    Histogram latencyNs) {}
