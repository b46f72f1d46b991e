package dev.yardmaster.benchmarks.measure;

/**
 * One figure divided by another, as in a claim.
 *
 * @param at the name of the ratio if a claim has several, such as {@code srvc at 0.9}; empty if the
 *     claim has only one
 * @param base the figure to divide by; null for no division
 */
public record Ratio(String at, MetricRef figure, MetricRef base) {}
