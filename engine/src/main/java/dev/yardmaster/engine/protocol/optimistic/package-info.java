/**
 * The common part of the optimistic protocols. A transaction reads a row without a lock; the read
 * is consistent if the record's header is the same before and after the read. A commit locks its
 * writes in a global order. Each protocol decides which version a commit gets, and whether the
 * reads of the commit are still valid.
 */
package dev.yardmaster.engine.protocol.optimistic;
