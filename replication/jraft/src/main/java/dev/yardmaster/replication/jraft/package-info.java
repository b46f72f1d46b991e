/**
 * The replicated log on SOFAJRaft.
 *
 * <p>{@link dev.yardmaster.replication.jraft.JraftEngine} starts members. JRaft keeps the entries
 * in RocksDB and forces each batch of entries before it acknowledges them. One thread of JRaft
 * calls a member's replica; this package calls the same thread the applying thread.
 *
 * <p>Members talk over TCP, by a network layer that belongs to one member and not to the process:
 * {@link dev.yardmaster.replication.jraft.MemberNetwork} has one network thread, which reads and
 * writes all connections and never waits. {@link dev.yardmaster.replication.jraft.PeerClient} sends
 * the requests of the member's node, over one connection to each other member; {@link
 * dev.yardmaster.replication.jraft.PeerServer} accepts the connections of the others. A {@link
 * dev.yardmaster.replication.jraft.Frame} has one message, and only the classes of {@link
 * dev.yardmaster.replication.jraft.MessageType} are parsed. With TLS, both sides show a certificate
 * before any frame is read; {@link dev.yardmaster.replication.MemberTls} says what is checked.
 */
package dev.yardmaster.replication.jraft;
