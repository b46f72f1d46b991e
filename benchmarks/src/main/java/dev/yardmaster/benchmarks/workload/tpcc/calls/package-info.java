/**
 * The five transactions of TPC-C and the bulk transaction TopShopper, with a class for each. {@link
 * dev.yardmaster.benchmarks.workload.tpcc.calls.TpccCalls} has a client's pool of them: a call
 * takes its inputs, runs, and returns to the pool. Only the thread of its worker uses a call.
 */
package dev.yardmaster.benchmarks.workload.tpcc.calls;
