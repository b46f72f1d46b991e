/**
 * The microbenchmark of the ERMIA paper's Figure 1 (CSRG-623, section 4.2): transactions read
 * random rows of TPC-C's table STOCK and update a share of these rows.
 */
package dev.yardmaster.benchmarks.workload.stock;
