/** The rows of TPC-E's tables, in a room for each group of tables, and of its index tables. */
package dev.yardmaster.benchmarks.workload.tpce.rows;
