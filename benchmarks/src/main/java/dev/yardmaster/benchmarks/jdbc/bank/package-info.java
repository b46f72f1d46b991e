/**
 * SmallBank as SQL: its tables, its six transactions as statements and as functions in the
 * database, and the history of what they saw. A transaction runs on its caller's thread; the drawn
 * transactions are immutable and shared.
 */
package dev.yardmaster.benchmarks.jdbc.bank;
