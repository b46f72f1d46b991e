/**
 * The workloads, and the classes that they share. {@code micro} and {@code smallbank} implement
 * {@link dev.yardmaster.workloads.Workload}, the interface for drivers, with a class for each
 * transaction type. {@code records} has the corresponding interface for workloads over tables of
 * records. {@code ycsb}, {@code tpcc} and {@code tpce} implement the interface of {@code records}.
 * All three run on the engine; {@code ycsb} and {@code tpcc} also run on services.
 */
package dev.yardmaster.benchmarks.workload;
