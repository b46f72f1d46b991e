/**
 * What processors remember of conflicts. {@code ConflictSketch} holds the keys and the pairs of
 * procedures on which their transactions conflicted recently; {@code RecentTransactions} holds the
 * procedures of recent transactions, which name the other side of a conflict. A processor's thread
 * writes, on its hot path only after a conflict; any thread may read what is published.
 */
package dev.yardmaster.processor.conflicts;
