/**
 * The ten transactions of TPC-E's mix and the analytic transaction, with a class for each. Each
 * transaction runs all frames of the standard's transaction in one transaction of the engine.
 */
package dev.yardmaster.benchmarks.workload.tpce.calls;
