/**
 * YCSB's transactions in SQL: short transactions that read and update rows of one table by their
 * keys. A transaction runs on its caller's thread. The drawn transactions are immutable and shared.
 */
package dev.yardmaster.benchmarks.jdbc.records;
