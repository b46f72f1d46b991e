/**
 * What processors remember of conflicts: {@code ConflictSketch} on which keys and between which
 * procedures their transactions conflicted lately, {@code RecentTransactions} whose procedure the
 * other side was. A processor's thread writes, on its hot path only after a conflict; what is
 * published is for any thread.
 */
package dev.yardmaster.processor.conflicts;
