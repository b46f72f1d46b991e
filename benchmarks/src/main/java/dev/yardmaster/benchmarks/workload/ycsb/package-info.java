/**
 * YCSB as papers on concurrency control use it: several requests in a transaction, keys by Zipf's
 * law, and counters that reveal lost updates.
 */
package dev.yardmaster.benchmarks.workload.ycsb;
