/**
 * YCSB as papers on concurrency control use it: several requests in a transaction, keys by Zipf's
 * law, and counters by which lost updates are found.
 */
package dev.yardmaster.benchmarks.workload.ycsb;
