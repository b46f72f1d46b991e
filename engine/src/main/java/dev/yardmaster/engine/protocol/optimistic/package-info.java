/**
 * The common part of the optimistic protocols: a row is read without a lock, and the read is
 * consistent if the header is the same before and after it; the writes are locked at the commit, in
 * a global order. Each protocol decides which version a commit gets, and whether its reads are
 * still valid.
 */
package dev.yardmaster.engine.protocol.optimistic;
