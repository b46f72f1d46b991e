/** Loads TPC-E's tables. The loaded data depends only on the settings, which include the seed. */
package dev.yardmaster.benchmarks.workload.tpce.load;
