/**
 * A log of which a majority of several machines has a copy on disk, so that no acknowledged entry
 * is lost with a machine.
 *
 * <p>{@link dev.yardmaster.replication.ReplicatedLog} is the interface; an existing Raft engine
 * implements it (Ongaro and Ousterhout, 2014). Each machine is a {@link
 * dev.yardmaster.replication.Member} and has a {@link dev.yardmaster.replication.Replica}, to which
 * its log applies all entries in one order. In a term, at most one member leads; only the leader
 * appends entries. Raft carries availability only: what an entry means, and whether it counts, is
 * decided by the replica.
 *
 * <p>The log owns the thread that calls the replica. All methods of the log may be called by any
 * thread. No method waits for the network or the disk, except for starting and closing.
 */
package dev.yardmaster.replication;
