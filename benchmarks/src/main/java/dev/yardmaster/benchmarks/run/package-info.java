/**
 * Runs workloads and measures them. {@link dev.yardmaster.benchmarks.run.SideBySide} alternates the
 * sides of an {@link dev.yardmaster.benchmarks.run.Experiment} and gives {@link
 * dev.yardmaster.benchmarks.run.Results}.
 *
 * <p>Threads: the caller's coordinates, each client of a closed loop has one. The service's threads
 * only stamp an ended transaction and put it into its client's queue, which is bounded by the
 * transactions that the client has outstanding. The coordinator reads the clients' counters while
 * they run (release and acquire) and sets the phase (volatile); everything else belongs to one
 * thread.
 */
package dev.yardmaster.benchmarks.run;
