/**
 * Workloads. A workload consists of procedures, initial data, transactions drawn from a seed, and
 * an invariant that must hold after a run. {@link dev.yardmaster.benchmarks.workload.Workload} is
 * the interface for drivers; {@code micro} and {@code smallbank} implement it, with a class for
 * each transaction type. {@code records} has the corresponding interface for workloads over tables
 * of records. {@code ycsb}, {@code tpcc} and {@code tpce} implement the interface of {@code
 * records}; they run on the engine, and the first two also on services.
 *
 * <p>The hot path is {@link dev.yardmaster.benchmarks.workload.ClientStream}, which the client's
 * thread calls for each submission and each commit. Procedures run on threads of the service.
 */
package dev.yardmaster.benchmarks.workload;
