package dev.yardmaster.benchmarks.measure;

/**
 * One figure divided by another, as in a claim.
 *
 * @param at which of several ratios it is, in words: srvc at 0.9; empty where it is the only one
 * @param base null for the figure itself
 */
public record Ratio(String at, MetricRef figure, MetricRef base) {}
