/**
 * The experiments of the batching paper (Ding, Kot and Gehrke, PVLDB 12(2), 2018). {@code
 * figures.yaml} says what is drawn and claimed, {@link
 * dev.yardmaster.benchmarks.experiment.batching.BatchingFigures} over which points, {@code
 * BatchingPoints} what runs, {@link dev.yardmaster.benchmarks.experiment.batching.BatchingScale}
 * how large.
 */
package dev.yardmaster.benchmarks.experiment.batching;
