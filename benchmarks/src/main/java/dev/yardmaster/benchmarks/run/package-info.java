/**
 * Runs the embedded pipeline as sides of a comparison ({@link
 * dev.yardmaster.benchmarks.run.PipelineRounds}): the modes of an {@link
 * dev.yardmaster.benchmarks.run.Experiment}, with a bare loop or a raw disk for comparison, and
 * starts on logs of several lengths.
 *
 * <p>Threads: the caller's thread coordinates. Interactive logic runs on the pool of {@code
 * InteractiveCalls}, whose queue holds as many calls as the pool has threads.
 */
package dev.yardmaster.benchmarks.run;
