/**
 * Runs the embedded pipeline as sides of a comparison ({@link
 * dev.yardmaster.benchmarks.run.PipelineRounds}). The sides are the modes of an {@link
 * dev.yardmaster.benchmarks.run.Experiment}, with a bare loop or a raw disk for comparison.
 *
 * <p>Threads: the caller's thread coordinates the rounds. Interactive logic runs on the pool of
 * {@code InteractiveCalls}, whose queue has room for as many calls as the pool has threads.
 */
package dev.yardmaster.benchmarks.run;
