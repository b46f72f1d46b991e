/**
 * The network layer of a member, which exchanges JRaft's messages with other members over TCP. Each
 * member has its own network layer, even if several members run in one process.
 *
 * <p>{@link dev.yardmaster.replication.jraft.network.MemberNetwork} has one network thread. This
 * thread reads and writes all connections, and never waits. {@link
 * dev.yardmaster.replication.jraft.network.PeerClient} sends the requests of the member's node,
 * over one connection to each other member. {@link
 * dev.yardmaster.replication.jraft.network.PeerServer} accepts the connections of the other
 * members. A {@code Frame} contains one message, and only the classes of {@code MessageType} are
 * parsed. With TLS, both sides present a certificate before any frame is read; {@link
 * dev.yardmaster.replication.MemberTls} describes the checks.
 */
package dev.yardmaster.replication.jraft.network;
