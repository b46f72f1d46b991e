/**
 * The statistics of conflicts that processors collect. {@code ConflictSketch} counts the recent
 * conflicts of a processor's transactions, by key and by pair of procedures. {@code
 * RecentTransactions} has the procedures of recent transactions, so that a report can name the
 * procedure of the other transaction in a conflict. A processor's thread writes the statistics, and
 * any thread may read the published counts. On its hot path, a processor updates the sketch only
 * after a conflict.
 */
package dev.yardmaster.processor.conflicts;
