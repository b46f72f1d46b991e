/**
 * Workloads: procedures, initial data, transactions drawn from a seed, and an invariant that a run
 * must keep. {@link dev.yardmaster.benchmarks.workload.Workload} is the interface for drivers;
 * {@code micro} and {@code smallbank} implement it, with a class for each transaction type. {@code
 * records} is the corresponding interface for workloads over tables of records, {@code ycsb} and
 * {@code tpcc}, which run on the engine and on services alike.
 *
 * <p>Hot path: {@link dev.yardmaster.benchmarks.workload.ClientStream}, called by its client's
 * thread for each submission and each commit. Procedures run on threads of the service.
 */
package dev.yardmaster.benchmarks.workload;
