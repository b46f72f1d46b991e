/**
 * The interfaces of a concurrency control. A protocol is a package below this one: a {@link
 * dev.yardmaster.engine.protocol.Protocol} that the engine's workers share, and a {@link
 * dev.yardmaster.engine.protocol.ConcurrencyControl} for each worker.
 *
 * <p>The engine does the rest of the work: it finds records, keeps one {@link
 * dev.yardmaster.engine.protocol.Access} for each record, observes the nodes in which keys were
 * missing, removes the entries of permanently absent records, and restarts aborted transactions.
 */
package dev.yardmaster.engine.protocol;
