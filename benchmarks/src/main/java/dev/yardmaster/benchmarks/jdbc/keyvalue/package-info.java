/**
 * Keys and values on PostgreSQL: a {@link dev.yardmaster.api.TransactionService} whose transactions
 * are transactions of the database. So a workload for Yardmaster runs unchanged on a SQL database.
 *
 * <p>Each table of keys is a SQL table with the columns {@code id} and {@code value}. The thread
 * that runs a transaction's logic sends a statement for each key that the logic reads, and sends
 * the writes before the commit.
 */
package dev.yardmaster.benchmarks.jdbc.keyvalue;
