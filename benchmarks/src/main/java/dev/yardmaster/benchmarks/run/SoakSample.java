package dev.yardmaster.benchmarks.run;

/**
 * What was seen in one second of a soak.
 *
 * @param second since the begin of the recorded interval
 * @param committedPerSecond since the sample before
 * @param loggedBytesPerSecond written to the log since the sample before
 * @param directoryBytes length of all files of the data directory
 * @param heapBytes in use after the last collection
 * @param threads live in this JVM
 * @param checkpoints written so far
 */
public record SoakSample(
    double second,
    double committedPerSecond,
    double loggedBytesPerSecond,
    long directoryBytes,
    long heapBytes,
    int threads,
    long checkpoints) {}
