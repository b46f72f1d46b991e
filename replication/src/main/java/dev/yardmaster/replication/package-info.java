/**
 * A log that is replicated on several machines. A majority of the machines has each acknowledged
 * entry on disk, so the loss of one machine loses no acknowledged entry.
 *
 * <p>{@link dev.yardmaster.replication.ReplicatedLog} is the interface; an existing Raft engine
 * implements it (Ongaro and Ousterhout, 2014). Each machine is a {@link
 * dev.yardmaster.replication.Member} and has a {@link dev.yardmaster.replication.Replica}. All logs
 * apply the entries to their replicas in the same order. Each term has at most one leader, and only
 * the leader appends entries. Raft provides only the replication of entries and the election of
 * leaders. The replicas decide what an entry means, and whether the entry takes effect.
 *
 * <p>The log owns the thread that calls the replica. Any thread may call all methods of the log.
 * Only the methods that start and close a log wait for the network or the disk.
 */
package dev.yardmaster.replication;
