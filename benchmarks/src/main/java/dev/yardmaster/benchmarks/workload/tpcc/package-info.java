/**
 * TPC-C, standard specification, revision 5.11, with all nine tables, five transactions and the
 * consistency conditions. There are no terminals with think times, so the throughput is not tpmC.
 */
package dev.yardmaster.benchmarks.workload.tpcc;
