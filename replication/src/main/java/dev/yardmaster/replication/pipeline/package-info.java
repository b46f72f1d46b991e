/**
 * A pipeline with a replicated log: a majority of the machines has every acknowledged commit.
 *
 * <p>Each machine has a {@link dev.yardmaster.replication.pipeline.StoreReplica}. The replicated
 * log applies the groups of commits to all replicas in the same order. As soon as the replica of a
 * term's leader has applied all entries of earlier terms, the leader opens a {@link
 * dev.yardmaster.processor.Pipeline} over the replica's stores. It closes the pipeline when the
 * term ends. While the pipeline is open, its storage workers own the stores. Otherwise the log's
 * thread owns the stores during each call of the replica. Between two such calls, the thread that
 * answers reads of snapshots owns the stores, for one bounded task at a time. {@code
 * StoreOwnership} passes the ownership with a lock. A group counts only if it names the term in
 * which it was appended, and directly follows the last group that counted. All replicas skip the
 * same other groups.
 *
 * <p>The caller of a commit is answered after the commit's group was applied. A transaction without
 * writes is answered only after a round of messages has confirmed that the machine is still the
 * leader. The round begins after the decision on the transaction. So a machine that is no longer
 * the leader answers no transactions. A follower answers only reads of snapshots. It waits until a
 * leader has confirmed how far the log is committed, and reads at a boundary between two groups.
 */
package dev.yardmaster.replication.pipeline;
