/**
 * Workloads: procedures, initial data, transactions drawn from a seed, and an invariant that a run
 * must keep. {@link dev.yardmaster.benchmarks.workload.Workload} is what a driver sees; {@code
 * micro} and {@code smallbank} implement it, one transaction type a class. {@code records} is the
 * same for workloads over tables of records, {@code ycsb} and {@code tpcc}, which run on the engine
 * and on services alike.
 *
 * <p>Hot path: {@link dev.yardmaster.benchmarks.workload.ClientStream}, called by its client's
 * thread for each transaction submitted and each one committed. Procedures run on threads of the
 * service.
 */
package dev.yardmaster.benchmarks.workload;
