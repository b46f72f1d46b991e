/**
 * Counts the transactions of the drop-in driver and DataSource, and writes the counts to the log.
 * The threads of the application increment the counters, without a lock and without allocation. The
 * figures for users are in {@code figures}.
 */
package dev.yardmaster.jdbc.counting;
