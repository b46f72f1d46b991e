/**
 * Runs one workload on several back ends: the embedded pipeline, a server over the network, the
 * in-process engine, and PostgreSQL through JDBC. Each round starts a fresh back end. The package
 * uses the run loop, the metrics and the report of {@link dev.yardmaster.benchmarks.wire}.
 */
package dev.yardmaster.benchmarks.backend;
