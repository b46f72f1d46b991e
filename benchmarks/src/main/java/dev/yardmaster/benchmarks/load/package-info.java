/**
 * Runs a workload under a load, closed or open: {@link dev.yardmaster.benchmarks.load.LoadRun}.
 *
 * <p>Threads: the caller's coordinates. A client of a closed loop has none; it acts, under its
 * lock, on the thread that ends its transaction: the service's, or with interactive logic one of
 * its pool. An open loop's client has a thread besides, on which transactions come. The coordinator
 * reads the clients' counters while they run (release and acquire) and sets the phase (volatile);
 * everything else belongs to one thread.
 */
package dev.yardmaster.benchmarks.load;
