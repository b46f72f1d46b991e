/**
 * The replicated log, implemented with Apache Ratis.
 *
 * <p>Each member is a Ratis server with one division, in this process. An append goes to the
 * division as a request of a local client. Ratis checks no term, so {@link
 * dev.yardmaster.replication.ratis.ReplicaStateMachine} compares the terms while the division holds
 * its lock, right before it adds the entry to its log. Ratis tells of the end of leadership on any
 * thread; the state machine passes all calls of the replica to one thread of its own.
 */
package dev.yardmaster.replication.ratis;
