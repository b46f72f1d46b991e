/**
 * Decides which thread runs which transaction, so that conflicting transactions do not run at once
 * (the paper's section 4.2): {@code SharedKeys} finds the conflicts, and {@code ThreadWeights}
 * chooses a thread's next transaction.
 */
package dev.yardmaster.reorder.assignment;
