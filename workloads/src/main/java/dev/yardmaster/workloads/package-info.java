/**
 * The interface of workloads. {@link dev.yardmaster.workloads.WorkloadDefinition} is for workloads
 * that are stated by their data, transactions and invariant; {@link
 * dev.yardmaster.workloads.Workload} is the interface for drivers. {@link
 * dev.yardmaster.workloads.Workloads} finds workloads on the class path. Each further package is a
 * workload. All use only the API, so a server, a benchmark and a torture run can share them.
 *
 * <p>The hot path is {@link dev.yardmaster.workloads.ClientStream}, which the client's thread calls
 * for each submission and each commit. Procedures run on threads of the service.
 */
package dev.yardmaster.workloads;
