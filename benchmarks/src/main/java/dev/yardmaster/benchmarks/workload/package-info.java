/**
 * Workloads: procedures, initial data, transactions drawn from a seed, and an invariant that a run
 * must keep. {@link dev.yardmaster.benchmarks.workload.Workload} is what a driver sees; {@code
 * micro} and {@code smallbank} implement it, one transaction type a class.
 *
 * <p>Hot path: {@link dev.yardmaster.benchmarks.workload.ClientStream}, called by its client's
 * thread for each transaction submitted and each one committed. Procedures run on threads of the
 * service.
 */
package dev.yardmaster.benchmarks.workload;
