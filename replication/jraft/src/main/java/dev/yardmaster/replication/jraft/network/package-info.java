/**
 * The network layer of a member: how members of a replicated log exchange JRaft's messages over
 * TCP. It belongs to one member and not to the process.
 *
 * <p>{@link dev.yardmaster.replication.jraft.network.MemberNetwork} has one network thread, which
 * reads and writes all connections and never waits. {@link
 * dev.yardmaster.replication.jraft.network.PeerClient} sends the requests of the member's node,
 * over one connection to each other member; {@link
 * dev.yardmaster.replication.jraft.network.PeerServer} accepts the connections of the others. A
 * {@code Frame} has one message, and only the classes of {@code MessageType} are parsed. With TLS,
 * both sides show a certificate before any frame is read; {@link
 * dev.yardmaster.replication.MemberTls} says what is checked.
 */
package dev.yardmaster.replication.jraft.network;
