/**
 * The experiments of the batching paper (Ding, Kot and Gehrke, PVLDB 12(2), 2018). {@code
 * figures.yaml} defines the drawing of the figures and the checked claims. {@link
 * dev.yardmaster.benchmarks.experiment.batching.BatchingFigures} makes the axes, {@code
 * BatchingPoints} makes the points, and {@link
 * dev.yardmaster.benchmarks.experiment.batching.BatchingScale} holds the sizes.
 */
package dev.yardmaster.benchmarks.experiment.batching;
