/**
 * The rows of TPC-E's tables, with a subpackage for each group of tables, and the rows of its index
 * tables.
 */
package dev.yardmaster.benchmarks.workload.tpce.rows;
