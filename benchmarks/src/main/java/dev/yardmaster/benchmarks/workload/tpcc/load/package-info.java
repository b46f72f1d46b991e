/**
 * Loads TPC-C's tables, district by district. The loaded data depends only on the settings, which
 * include the seed. A reader starts at {@link
 * dev.yardmaster.benchmarks.workload.tpcc.load.TpccLoader}.
 */
package dev.yardmaster.benchmarks.workload.tpcc.load;
