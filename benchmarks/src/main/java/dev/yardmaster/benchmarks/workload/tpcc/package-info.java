/**
 * TPC-C, standard specification, revision 5.11: all nine tables, five transactions, and the
 * consistency conditions. There are no terminals with think times; the throughput is not tpmC.
 */
package dev.yardmaster.benchmarks.workload.tpcc;
