/** Loads TPC-E's tables. The data depends only on the settings, which include the seed. */
package dev.yardmaster.benchmarks.workload.tpce.load;
