/**
 * Procedures of workloads that a server loads with {@code serve --workloads}. They use only the
 * API, so that a server, a benchmark and a torture run share them.
 */
package dev.yardmaster.workloads;
