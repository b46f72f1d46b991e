/**
 * Procedures of workloads that a server loads with {@code serve --workloads}. The procedures use
 * only the API, so a server, a benchmark and a torture run can share them.
 */
package dev.yardmaster.workloads;
