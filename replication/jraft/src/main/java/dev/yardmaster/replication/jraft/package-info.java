/**
 * The replicated log on SOFAJRaft.
 *
 * <p>{@link dev.yardmaster.replication.jraft.JraftEngine} starts members. JRaft keeps the entries
 * in RocksDB and forces each batch of entries before it acknowledges them. One thread of JRaft
 * calls a member's replica; this package calls the same thread the applying thread. Members talk
 * over TCP, by the package {@code network}.
 */
package dev.yardmaster.replication.jraft;
