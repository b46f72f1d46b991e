/**
 * TPC-C, standard specification, revision 5.11: all nine tables, five transactions, and the
 * conditions of consistency. There are no terminals with think times; what is measured is not tpmC.
 */
package dev.yardmaster.benchmarks.workload.tpcc;
