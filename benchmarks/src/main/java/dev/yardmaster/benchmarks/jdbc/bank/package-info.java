/**
 * SmallBank as SQL: its tables, its six transactions as statements and as functions in the
 * database, and the history of what they saw. A transaction is run on its caller's thread; what is
 * drawn is immutable and shared.
 */
package dev.yardmaster.benchmarks.jdbc.bank;
