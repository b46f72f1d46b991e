/** Loads TPC-E's tables. Loads the initial data of TPC-E, which depends only on the settings, including the seed. */
package dev.yardmaster.benchmarks.workload.tpce.load;
