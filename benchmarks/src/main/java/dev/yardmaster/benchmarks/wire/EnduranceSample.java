package dev.yardmaster.benchmarks.wire;

/**
 * A moment of an {@link Endurance}.
 *
 * @param second since it began
 * @param committedPerSecond since it began
 * @param residentBytes of the server's process
 */
public record EnduranceSample(double second, double committedPerSecond, long residentBytes) {}
