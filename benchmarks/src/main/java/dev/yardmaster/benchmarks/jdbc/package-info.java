/**
 * Compares ways to run SmallBank's transactions on PostgreSQL: plain connections that try again,
 * the same under a limit, and schedulers. A {@link dev.yardmaster.benchmarks.jdbc.JdbcSide} runs
 * its clients as it likes, on its own threads; what it is given and what it reports, a {@link
 * dev.yardmaster.benchmarks.jdbc.BankLoad}, is the same for all. The coordinator's thread loads,
 * starts, ends and checks one round after another.
 */
package dev.yardmaster.benchmarks.jdbc;
