/**
 * SmallBank on PostgreSQL. The package has the tables, the six transactions as statements and as
 * functions in the database, and the history of the rows that transactions saw. A transaction runs
 * on its caller's thread. The drawn transactions are immutable and shared.
 */
package dev.yardmaster.benchmarks.jdbc.bank;
