/**
 * The replicated log on SOFAJRaft.
 *
 * <p>{@link dev.yardmaster.replication.jraft.JraftEngine} starts members. JRaft keeps the entries
 * in RocksDB, and forces each batch of entries to disk before it acknowledges the entries. One
 * thread of JRaft, the applying thread, calls a member's replica. Members communicate over TCP; see
 * the package {@code network}.
 */
package dev.yardmaster.replication.jraft;
