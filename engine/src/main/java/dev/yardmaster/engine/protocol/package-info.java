/**
 * The interfaces that every concurrency control implements. Each protocol is a subpackage of this
 * package; the package {@code state} contains classes that several protocols use. A protocol
 * consists of a {@link dev.yardmaster.engine.protocol.Protocol}, which the engine's workers share,
 * and a {@link dev.yardmaster.engine.protocol.ConcurrencyControl} for each worker.
 *
 * <p>The engine does everything else: it finds records, creates one {@link
 * dev.yardmaster.engine.protocol.Access} for each record, keeps the set of nodes in which keys were
 * missing, removes the index entries of permanently absent records, and restarts aborted
 * transactions.
 */
package dev.yardmaster.engine.protocol;
