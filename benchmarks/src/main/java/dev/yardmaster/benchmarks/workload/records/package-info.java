/**
 * The code that all workloads over records share. A {@link
 * dev.yardmaster.benchmarks.workload.records.RecordWorkload} describes the workload; a {@link
 * dev.yardmaster.benchmarks.workload.records.RecordRun} is one run of it on the tables of one
 * database, with a {@link dev.yardmaster.benchmarks.workload.records.RecordClient} for each client.
 * A transaction is a {@link dev.yardmaster.benchmarks.workload.records.RecordCall}. The same logic
 * runs on the engine under any protocol, and on any service.
 *
 * <p>The hot path consists of {@code RecordClient.next}, {@code RecordCall.run} and {@code
 * RecordClient.ended}. These methods do not draw and do not allocate.
 */
package dev.yardmaster.benchmarks.workload.records;
