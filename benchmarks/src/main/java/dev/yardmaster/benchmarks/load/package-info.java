/**
 * Runs a workload under a load, closed or open: {@link dev.yardmaster.benchmarks.load.LoadRun}.
 *
 * <p>Threads: the caller's thread coordinates. A client of a closed loop has no thread; it runs,
 * under its lock, on the thread that ends its transaction: a thread of the service or, with
 * interactive logic, of the callers' pool. The client of an open loop has one more thread, which
 * submits due transactions. The coordinator reads the clients' counters during the run (release and
 * acquire) and sets the phase (volatile); all other state belongs to one thread.
 */
package dev.yardmaster.benchmarks.load;
