/**
 * Compares ways to run SmallBank's transactions on PostgreSQL: plain connections with retries,
 * plain connections with a limit, and schedulers. A {@link dev.yardmaster.benchmarks.jdbc.JdbcSide}
 * runs its clients on its own threads. A {@link dev.yardmaster.benchmarks.jdbc.SqlLoad} supplies
 * the transactions of all kinds of sides, and counts the outcomes. The coordinator's thread runs
 * one round after another: it loads the tables, starts and ends the clients, and checks the result.
 */
package dev.yardmaster.benchmarks.jdbc;
