package dev.yardmaster.benchmarks.load;

import dev.yardmaster.processor.PipelineCounters;
import org.HdrHistogram.Histogram;

/**
 * What was seen in a recorded interval.
 *
 * @param elapsedNs its length, in ns
 * @param counts what the clients counted within it
 * @param mostRestarts the most restarts of a transaction that was submitted within it
 * @param counters what the service did within it; of a service in another process nothing
 * @param cpuNs processor time of the service's threads within it; of a service in another process
 *     nothing
 * @param latencyNs latency of every transaction submitted within it, in ns, also of those that
 *     ended later
 */
public record RecordedInterval(
    long elapsedNs,
    ClientCounts counts,
    int mostRestarts,
    PipelineCounters counters,
    long cpuNs,
    Histogram latencyNs) {}
