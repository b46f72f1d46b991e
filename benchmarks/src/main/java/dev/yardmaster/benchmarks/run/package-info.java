/**
 * Runs workloads under a load ({@link dev.yardmaster.benchmarks.run.LoadRun}), and the embedded
 * pipeline as sides of a comparison ({@link dev.yardmaster.benchmarks.run.PipelineRounds}): the
 * modes of an {@link dev.yardmaster.benchmarks.run.Experiment}, a bare loop and a raw disk beside
 * them, and starts on logs of several lengths.
 *
 * <p>Threads: the caller's coordinates. A client of a closed loop has none; it acts, under its
 * lock, on the thread that ends its transaction: the service's, or with interactive logic one of
 * the pool of {@code InteractiveCalls}, whose queue takes as many calls as it has threads. The
 * coordinator reads the clients' counters while they run (release and acquire) and sets the phase
 * (volatile); everything else belongs to one thread.
 */
package dev.yardmaster.benchmarks.run;
