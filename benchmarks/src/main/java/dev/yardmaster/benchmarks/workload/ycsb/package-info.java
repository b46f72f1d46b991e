/**
 * YCSB in the form that papers on concurrency control use. A transaction has several requests, keys
 * are drawn by Zipf's law, and counters in the records reveal lost updates.
 */
package dev.yardmaster.benchmarks.workload.ycsb;
