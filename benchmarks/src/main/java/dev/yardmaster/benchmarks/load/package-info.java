/**
 * Runs a workload under the load of a closed or an open loop: {@link
 * dev.yardmaster.benchmarks.load.LoadRun}.
 *
 * <p>Threads: the caller's thread coordinates the run. A client of a closed loop has no thread. The
 * client runs, under the client's lock, on the thread that ends its transaction. This is a thread
 * of the service or, with interactive logic, a thread of the callers' pool. The client of an open
 * loop has one more thread. It submits each transaction at the transaction's arrival time. The
 * coordinator reads the clients' counters during the run (release and acquire) and sets the phase
 * (volatile). Each other object belongs to one thread.
 */
package dev.yardmaster.benchmarks.load;
