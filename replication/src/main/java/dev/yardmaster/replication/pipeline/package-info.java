/**
 * A pipeline whose commits are on a majority of several machines.
 *
 * <p>Each machine has a {@link dev.yardmaster.replication.pipeline.StoreReplica}, to which the
 * replicated log applies groups of commits in one order. The machine that leads in a term opens a
 * {@link dev.yardmaster.processor.Pipeline} over the replica's stores as soon as the replica has
 * applied everything of earlier terms, and closes it when the term ends. While the pipeline is
 * open, the stores belong to its storage workers. Otherwise they belong to the log's thread during
 * each call of the replica, and between two calls to the thread that answers reads of snapshots,
 * one bounded task at a time; {@code StoreOwnership} passes them by a lock. A group counts only in
 * the term that it names and right after the last group that counted; all replicas skip other
 * groups in the same way.
 *
 * <p>A commit is answered after its group is applied. An answer without writes is confirmed by a
 * round of messages that begins after the transaction was decided, so a machine that no longer
 * leads answers nothing. A machine that does not lead answers only snapshot reads. It waits until a
 * leader has confirmed how far the log is committed, and reads at a boundary between two groups.
 */
package dev.yardmaster.replication.pipeline;
