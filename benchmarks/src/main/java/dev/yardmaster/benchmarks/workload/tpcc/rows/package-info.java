/**
 * The rows and keys of TPC-C's nine tables and two index tables. Each table has a class with its
 * columns; {@code TpccKeys} has the keys of all tables.
 */
package dev.yardmaster.benchmarks.workload.tpcc.rows;
