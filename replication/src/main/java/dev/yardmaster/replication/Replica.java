package dev.yardmaster.replication;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * What a member keeps: the state that results from the log's entries. One thread calls all methods,
 * one after the other, in the order of the log.
 *
 * <p>After an exception of {@link #apply} or {@link #load}, this member's log calls its replica no
 * more and reports {@link Role#FAILED}; the other members go on.
 */
public interface Replica {

  /** The part of a snapshot's work that need not be done between two entries. */
  @FunctionalInterface
  interface Save {

    /** The save of a replica that has written its snapshot already. */
    Save DONE = () -> {};

    /**
     * Completes the snapshot. The log calls this method once, on any thread, and meanwhile goes on
     * to call the replica.
     *
     * @throws IOException if the snapshot could not be written; the log keeps its entries, and no
     *     replica loads what the folder has
     */
    void run() throws IOException;
  }

  /**
   * Applies the next entry. All members apply the same entries in the same order; after a start, a
   * member applies its entries again from its last snapshot.
   *
   * @param index the entry's index; indexes grow, but not by one, because the log also has entries
   *     of its own
   * @param term the term in which the entry was appended
   * @param entry the bytes from position to limit, read-only and valid until the method returns
   */
  void apply(long index, long term, ByteBuffer entry);

  /**
   * This member leads from now on, and has applied all entries of earlier terms. After a failed
   * transfer of the leadership, a member can lead again in the term in which it led before; entries
   * that it appended before may still come.
   */
  void startLeading(long term);

  /** This member does not lead any more. Entries that it appended in the term may still come. */
  void stopLeading(long term);

  /**
   * Begins a snapshot of the state in an empty folder. The snapshot belongs to the last applied
   * entry. It may lack what later entries replace, if they are committed: a member leads only when
   * it has applied all entries that were committed before. No other save begins before the result
   * has run, and the log calls {@link #load} only after that.
   *
   * @return the rest of the work. A replica may write the whole snapshot in this method, which
   *     delays the entries of this member
   * @throws IOException if the snapshot could not be written; the log keeps its entries
   */
  Save save(Path folder) throws IOException;

  /**
   * Returns whether it is of use to save a snapshot that the log then discards, because the replica
   * flushes its changes meanwhile.
   */
  default boolean flushesWhenSaved() {
    return false;
  }

  /** Replaces the state by a snapshot that a replica of some member has saved. */
  void load(Path folder) throws IOException;
}
