/**
 * The tables of TPC-C, and the settings that decide their sizes and the transactions on them. A
 * reader starts at {@link dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings}; the rows of
 * the tables are in the package {@code rows}.
 */
package dev.yardmaster.benchmarks.workload.tpcc.schema;
