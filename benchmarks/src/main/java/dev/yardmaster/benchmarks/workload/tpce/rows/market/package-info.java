/** The rows of the market's tables, with a class for each table's columns. */
package dev.yardmaster.benchmarks.workload.tpce.rows.market;
