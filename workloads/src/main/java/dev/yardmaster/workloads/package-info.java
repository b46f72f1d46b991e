/**
 * The interface of workloads. Most workloads implement {@link
 * dev.yardmaster.workloads.WorkloadDefinition}, which defines them by their data, transactions and
 * invariant. Programs that run workloads use {@link dev.yardmaster.workloads.Workload}. {@link
 * dev.yardmaster.workloads.Workloads} finds workloads on the class path. Each subpackage is a
 * workload. All workloads use only the API, so a server, a benchmark and a torture run can share
 * them.
 *
 * <p>The hot path is {@link dev.yardmaster.workloads.ClientStream}, which the client's thread calls
 * for each submission and each commit. Procedures run on threads of the service.
 */
package dev.yardmaster.workloads;
