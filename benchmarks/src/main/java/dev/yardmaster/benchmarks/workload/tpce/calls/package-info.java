/**
 * The ten transactions of TPC-E's mix and the analytic one, a class for each. Each transaction runs
 * the frames of the standard in one transaction of the engine.
 */
package dev.yardmaster.benchmarks.workload.tpce.calls;
