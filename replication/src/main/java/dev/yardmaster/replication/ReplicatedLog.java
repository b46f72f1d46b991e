package dev.yardmaster.replication;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;

/**
 * One member's part of the replicated log. Any thread may call the methods.
 *
 * <p>Unless a method says otherwise, a future fails with one of two exceptions. {@link
 * NotLeaderException} means that the operation had no effect and will have none. {@link
 * UnknownOutcomeException} means that the operation may have taken effect, or may still do so.
 * Every future completes. A leader that reaches no majority for about an election timeout gives up
 * the leadership, and all of the leader's futures then fail. A thread of the log completes the
 * futures, so actions that depend on a future must not wait.
 */
public interface ReplicatedLog extends AutoCloseable {

  /** Starts members of a log; each Raft engine has one implementation. */
  interface Engine {

    /**
     * Starts a member. The member's replica first receives the snapshot and the entries in the
     * member's folder. The method returns before a leader is elected.
     *
     * @throws IllegalArgumentException if the settings have no TLS, and the address of a member is
     *     not a loopback address
     * @throws IOException if the folder or a file of the settings cannot be read or written, or the
     *     port is in use
     */
    ReplicatedLog start(MemberSettings settings, Replica replica) throws IOException;
  }

  /**
   * Appends an entry in a term. The future completes with the entry's index when a majority has
   * forced the entry to disk and this member's replica has applied it.
   *
   * <p>Several entries can be in flight. If one thread appends several entries in one term, the
   * entries are applied in the order of the calls. If an append fails, a later append of the same
   * term can still succeed. So if entries depend on each other, the caller must stop after the
   * first failure. The replicas must skip an entry that does not directly follow the last applied
   * entry.
   *
   * @param term the term in which this member leads; if the log has moved to another term, no
   *     member applies the entry, and the future fails
   * @param entry the bytes from position to limit; the caller must not change these bytes before
   *     the future has completed
   * @throws IllegalArgumentException if the entry is empty or longer than {@link
   *     MemberSettings#maxEntryBytes}
   */
  CompletableFuture<Long> append(long term, ByteBuffer entry);

  /**
   * Confirms that this member is still the leader, with a round of messages that begins after this
   * call (Raft, section 8: a read index). Then waits until this member's replica has applied all
   * entries that were committed at the beginning of the round. The confirmation does not depend on
   * clocks. The future completes with the index of an applied entry.
   */
  CompletableFuture<Long> confirmRead();

  /**
   * Requests a read index from the leader (Raft, section 8), with a round of messages that begins
   * after this call. Any member can call this method. Then waits until this member's replica has
   * applied all entries that were committed at the beginning of the round. The result does not
   * depend on clocks, and several calls may share a round. The future completes with the index of
   * an applied entry; it fails if no leader answers.
   */
  CompletableFuture<Long> readIndex();

  /**
   * Transfers the leadership to another member, as soon as that member has all entries. The future
   * completes when this member has stopped leading; until then, appends may fail.
   *
   * @throws IllegalArgumentException if no other member has this name
   */
  CompletableFuture<Void> transferLeadership(String member);

  /**
   * Replaces the set of members. A new member must already be running, and must have been started
   * without initial members. The future completes when the new set has taken effect. A leader that
   * is not in the new set stops leading.
   *
   * @throws IllegalArgumentException if this member has no TLS, and the address of a member is not
   *     a loopback address
   */
  CompletableFuture<Void> changeMembers(Collection<Member> members);

  /**
   * Makes this member the only member, after a majority of the members was lost permanently. All
   * entries of this member's log then count as committed, even if this member did not know whether
   * a majority had them. A committed entry that this member does not have is lost. The lost members
   * must never run again with their old folders, because then the lost members could elect a second
   * leader. The future completes when this member is the leader.
   *
   * <p>The member first watches for a leader during some election timeouts. If this member receives
   * a leader's message in this time, or knows no other member, the future fails with an {@link
   * IllegalStateException}, and nothing changes. If a majority is running but this member cannot
   * reach it, this member does not notice the majority.
   */
  CompletableFuture<Void> recoverAlone();

  /**
   * Takes a snapshot of the replica, and removes the entries before the snapshot from this member's
   * log. If entries were applied while the snapshot was written, the log may keep the entries since
   * the previous snapshot. The future completes with the index of the snapshot's last entry. Every
   * member can take snapshots. A member takes one snapshot at a time; a second request fails. While
   * another member copies the last snapshot, the request fails too, because the other member still
   * needs the entries after that snapshot. The replica may have saved its state before this
   * failure.
   */
  CompletableFuture<Long> snapshot();

  /** Returns the status of the log as this member knows it. Never waits. */
  LogStatus status();

  /**
   * Stops this member. Returns when the member's threads have ended and its port and files are
   * free. The log does not call the replica again. A second call has no effect.
   */
  @Override
  void close();
}
