/**
 * The common code of the optimistic protocols. A transaction reads a row without a lock; the copy
 * is consistent if the record's header is the same before and after the copy. A commit locks the
 * records that it writes in a global order. Each protocol determines the version of a commit, and
 * validates the transaction's reads.
 */
package dev.yardmaster.engine.protocol.optimistic;
