/**
 * Procedures of workloads that a server can load by {@code serve --workloads}. They use nothing but
 * the API, so that a server, a benchmark and a torture run share them.
 */
package dev.yardmaster.workloads;
