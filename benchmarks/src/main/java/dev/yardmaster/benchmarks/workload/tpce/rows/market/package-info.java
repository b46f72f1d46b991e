/** The rows of the market's tables: one class for a table's columns. */
package dev.yardmaster.benchmarks.workload.tpce.rows.market;
