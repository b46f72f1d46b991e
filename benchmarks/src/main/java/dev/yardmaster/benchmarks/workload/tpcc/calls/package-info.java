/**
 * The five transactions of TPC-C and the bulk transaction TopShopper, with a class for each. {@link
 * dev.yardmaster.benchmarks.workload.tpcc.calls.TpccCalls} holds a client's calls in pools: a call
 * takes its inputs, runs, and returns to its pool. Only the thread of the client's worker uses the
 * calls.
 */
package dev.yardmaster.benchmarks.workload.tpcc.calls;
