package dev.yardmaster.benchmarks.run;

import dev.yardmaster.processor.PipelineCounters;
import org.HdrHistogram.Histogram;

/**
 * What was seen in a recorded interval.
 *
 * @param elapsedNs its length, in ns
 * @param committed transactions whose commit the clients learned within it
 * @param overloaded submissions that were refused within it
 * @param mostRestarts the most restarts of a transaction that was submitted within it
 * @param counters what the service did within it
 * @param latencyNs latency of every transaction submitted within it, in ns, also of those that
 *     ended later
 */
record Recording(
    long elapsedNs,
    long committed,
    long overloaded,
    int mostRestarts,
    PipelineCounters counters,
    Histogram latencyNs) {}
