package dev.yardmaster.replication;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;

/**
 * One member's part of the replicated log. Any thread may call it.
 *
 * <p>A future that fails has one of two exceptions, unless its method says more: {@link
 * NotLeaderException} if the operation had no effect and never will have one, or {@link
 * UnknownOutcomeException} if it may still take effect. A leader that reaches no majority for about
 * an election timeout stops leading, and all of its futures fail; so every future completes. The
 * thread that completes a future is the log's, and must not wait in an action that depends on the
 * future.
 */
public interface ReplicatedLog extends AutoCloseable {

  /** Starts members of a log; each Raft engine has one implementation. */
  interface Engine {

    /**
     * Starts a member, whose replica first gets what its folder holds. The method returns before
     * there is a leader.
     *
     * @throws IllegalArgumentException if the settings have no TLS, and the address of a member is
     *     not a loopback address
     * @throws IOException if the folder or a file of the settings cannot be read or written, or the
     *     port is in use
     */
    ReplicatedLog start(LogSettings settings, Replica replica) throws IOException;
  }

  /**
   * Appends an entry in a term. The future completes with the entry's index when a majority has
   * forced the entry to disk and this member's replica has applied it.
   *
   * <p>Several entries can be in flight. Entries that one thread appends in one term are applied in
   * this order. If an append fails, a later append of the same term can still succeed; a caller
   * whose entries depend on each other stops after the first failure, and lets its replicas skip
   * entries that do not follow the last applied one.
   *
   * @param term the term in which this member leads; in any other term the entry is applied on no
   *     member, and the future fails
   * @param entry the bytes from position to limit; the caller must not change them before the
   *     future has completed
   * @throws IllegalArgumentException if the entry is empty or longer than {@link
   *     LogSettings#maxEntryBytes}
   */
  CompletableFuture<Long> append(long term, ByteBuffer entry);

  /**
   * Confirms that this member still leads, with a round of messages that begins after this call
   * (Raft, section 8: a read index), and waits until its replica has applied everything that was
   * committed by then. No clock decides. The future completes with an applied index.
   */
  CompletableFuture<Long> confirmRead();

  /**
   * Asks the leader, from any member, for a read index (Raft, section 8), with a round of messages
   * that begins after this call, and waits until this member's replica has applied everything that
   * was committed by then. No clock decides, and several calls may share a round. The future
   * completes with an applied index; it fails if no leader answers.
   */
  CompletableFuture<Long> readIndex();

  /**
   * Lets another member lead as soon as it has all entries. The future completes when this member
   * has stopped leading; in the meantime, appends may fail.
   *
   * @throws IllegalArgumentException if there is no other member of this name
   */
  CompletableFuture<Void> transferLeadership(String member);

  /**
   * Replaces the set of members. A new member has to run already, started with no initial members.
   * The future completes when the new set is in force. A leader that is not in the new set stops
   * leading.
   *
   * @throws IllegalArgumentException if this member has no TLS, and the address of a member is not
   *     a loopback address
   */
  CompletableFuture<Void> changeMembers(Collection<Member> members);

  /**
   * Makes this member the only one, after a majority of the members is lost for good. All entries
   * of this member's log then count, also those of which it did not know whether they were on a
   * majority; a committed entry that this member does not have is lost. The lost members must never
   * run again with their folders: they could elect a leader of their own. The future completes when
   * this member leads.
   *
   * <p>The member first watches for some election timeouts. The future fails with an {@link
   * IllegalStateException}, and nothing has changed, if it learns of a leader meanwhile, or knows
   * no other member. A member that cannot reach a majority that is well does not notice that.
   */
  CompletableFuture<Void> recoverAlone();

  /**
   * Takes a snapshot of the replica, and removes the entries before it from this member's log. If
   * entries were applied while the snapshot was written, the log may keep the entries since the
   * snapshot before. The future completes with the index of the snapshot's last entry. Works on
   * every member; a member takes one snapshot at a time, and another one fails. While another
   * member copies the last snapshot, a log may let the replica save its state, and then fail; so
   * the entries stay that the other member needs next.
   */
  CompletableFuture<Long> snapshot();

  /** What this member knows. Never waits. */
  LogStatus status();

  /**
   * Stops this member, and returns when its threads have ended and its port and files are free. The
   * replica gets no further call. Calling it again does nothing.
   */
  @Override
  void close();
}
