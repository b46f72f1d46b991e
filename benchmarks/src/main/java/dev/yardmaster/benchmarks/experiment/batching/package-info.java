/**
 * The experiments of the batching paper (Ding, Kot and Gehrke, PVLDB 12(2), 2018). {@link
 * dev.yardmaster.benchmarks.experiment.batching.BatchingFigures} says what is drawn and claimed,
 * {@code BatchingPoints} what runs, {@link
 * dev.yardmaster.benchmarks.experiment.batching.BatchingScale} how large.
 */
package dev.yardmaster.benchmarks.experiment.batching;
