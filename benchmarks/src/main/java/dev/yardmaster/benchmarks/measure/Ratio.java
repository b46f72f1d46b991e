package dev.yardmaster.benchmarks.measure;

/**
 * One figure over another, as a claim is about it.
 *
 * @param at which of several it is, in words: srvc at 0.9; empty where it is the only one
 * @param base null for the figure as it is
 */
public record Ratio(String at, MetricRef figure, MetricRef base) {}
