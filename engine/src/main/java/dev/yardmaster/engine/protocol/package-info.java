/**
 * The interfaces that every concurrency control implements. Each protocol is a package below this
 * one; the package {@code state} has what several protocols share. A protocol consists of a {@link
 * dev.yardmaster.engine.protocol.Protocol}, which the engine's workers share, and a {@link
 * dev.yardmaster.engine.protocol.ConcurrencyControl} for each worker.
 *
 * <p>The engine does the rest: it finds records, keeps one {@link
 * dev.yardmaster.engine.protocol.Access} for each record, notes the nodes in which keys were
 * missing, removes the index entries of permanently absent records, and restarts aborted
 * transactions.
 */
package dev.yardmaster.engine.protocol;
