package dev.yardmaster.benchmarks.experiment;

/**
 * One figure over another, as a claim is about it.
 *
 * @param at which of several it is, in words: srvc at 0.9; empty where it is the only one
 */
public record Comparison(String at, Ref figure, Ref base) {}
