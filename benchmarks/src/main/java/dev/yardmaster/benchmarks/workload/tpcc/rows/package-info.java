/**
 * The rows and the keys of TPC-C's nine tables and of its two indices: one class for a table's
 * columns, and {@code TpccKeys} for the keys of all tables.
 */
package dev.yardmaster.benchmarks.workload.tpcc.rows;
