/**
 * Counts conflicts between transactions. {@code ConflictSketch} counts the recent conflicts of some
 * transactions, by key and by pair of procedures. {@code RecentTransactions} stores the procedures
 * of recent transactions, so that a report can name the procedure of the other transaction in a
 * conflict. {@code ConflictSummary} adds up the published counts of several sketches, which any
 * thread may read. A transaction without a conflict does not update a sketch.
 */
package dev.yardmaster.service.conflicts.sketch;
