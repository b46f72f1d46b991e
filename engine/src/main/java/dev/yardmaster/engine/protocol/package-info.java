/**
 * What a concurrency control is, and what it is handed. A protocol is a package below this one: a
 * {@link dev.yardmaster.engine.protocol.Protocol} that the engine's workers share, and a {@link
 * dev.yardmaster.engine.protocol.ConcurrencyControl} of each worker.
 *
 * <p>The substrate does the rest: it finds records, keeps one {@link
 * dev.yardmaster.engine.protocol.Access} a record, watches the nodes in which keys were missing,
 * removes the entries of records that are gone, and runs transactions again that had to abort.
 */
package dev.yardmaster.engine.protocol;
