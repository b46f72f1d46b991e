/**
 * Assigns transactions to threads, so that conflicting transactions do not run at the same time
 * (the paper's section 4.2). {@code SharedKeys} finds the conflicts, and {@code ThreadWeights}
 * chooses the next transaction of a thread.
 */
package dev.yardmaster.reorder.assignment;
