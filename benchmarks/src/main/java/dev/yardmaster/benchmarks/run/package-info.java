/**
 * Runs the embedded pipeline as sides of a comparison ({@link
 * dev.yardmaster.benchmarks.run.PipelineRounds}): the modes of an {@link
 * dev.yardmaster.benchmarks.run.Experiment}, a bare loop and a raw disk beside them, and starts on
 * logs of several lengths.
 *
 * <p>Threads: the caller's coordinates. Interactive logic runs on the pool of {@code
 * InteractiveCalls}, whose queue takes as many calls as it has threads.
 */
package dev.yardmaster.benchmarks.run;
