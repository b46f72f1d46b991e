package dev.yardmaster.replication;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A member's copy of the replicated state, which results from the log's entries. One thread calls
 * all methods, in the order of the log.
 *
 * <p>If {@link #apply} or {@link #load} throws an exception, this member's log does not call the
 * replica again, and reports {@link MemberRole#FAILED}. The other members continue.
 */
public interface Replica {

  /** The part of a snapshot that can be written while further entries are applied. */
  @FunctionalInterface
  interface Save {

    /** The result of a replica that has already written its whole snapshot. */
    Save DONE = () -> {};

    /**
     * Completes the snapshot. The log calls this method once, on any thread, and continues to call
     * the replica's other methods at the same time.
     *
     * @throws IOException if the snapshot could not be written; the log keeps its entries, and no
     *     replica loads the contents of the folder
     */
    void run() throws IOException;
  }

  /**
   * Applies the next entry. All members apply equal entries in equal order. After a start, a member
   * applies again the entries that follow its last snapshot.
   *
   * @param index the entry's index; indexes increase, but may have gaps, because the log also
   *     contains internal entries
   * @param term the term in which the entry was appended
   * @param entry the bytes from position to limit, read-only and valid until the method returns
   */
  void apply(long index, long term, ByteBuffer entry);

  /**
   * Called when this member has become the leader, and has applied all entries of earlier terms.
   * After a failed transfer of the leadership, a member can become the leader again in the same
   * term. Entries that it appended before the transfer may then still arrive.
   */
  void startLeading(long term);

  /**
   * Called when this member is no longer the leader. Entries that it appended in the term may still
   * arrive.
   */
  void stopLeading(long term);

  /**
   * Begins a snapshot of the state in an empty folder. The snapshot represents the state after the
   * last applied entry. The snapshot may lack values that later, committed entries replace. This is
   * safe because a member becomes the leader only after it has applied all entries that were
   * committed before. The log does not call this method or {@link #load} again until the returned
   * work has been executed.
   *
   * @return the rest of the work. A replica may also write the whole snapshot in this method, but
   *     this delays the entries of this member
   * @throws IOException if the snapshot could not be written; the log keeps its entries
   */
  Save save(Path folder) throws IOException;

  /**
   * Returns whether a save is useful even if the log then discards the snapshot: during a save, the
   * replica also flushes its changes.
   */
  default boolean flushesWhenSaved() {
    return false;
  }

  /** Replaces the state by a snapshot that the replica of this or another member has saved. */
  void load(Path folder) throws IOException;
}
