/**
 * Random values by clause 4.3 of TPC-C: texts, last names, and the non-uniform distribution NURand.
 */
package dev.yardmaster.benchmarks.workload.tpcc.random;
