package dev.yardmaster.service;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import java.util.List;
import java.util.Map;

/**
 * An interactive transaction whose logic runs at a remote client. One thread at a time requests the
 * steps, and each step is requested only after the {@link Listener} has received the reply to the
 * previous step.
 *
 * <p>When {@link Listener#restarted} is called, the logic must start again with an empty read set.
 * The logic must discard its writes and all received values.
 */
public interface OpenTransaction {

  /**
   * Receives exactly one reply to each step. The listener may also receive the outcome while no
   * step is in progress, because the transaction's deadline has passed or the service has ended. If
   * a step is requested at the same moment, the reply to this step is the same outcome again. A
   * thread of the service calls the methods; if the transaction has already ended, the thread that
   * requests a step calls them. The methods must not block.
   */
  interface Listener {

    /**
     * Receives the values of the requested keys, in the order of the keys. The arrays must not be
     * changed.
     */
    void values(byte[][] values);

    /**
     * Receives the entries that the requested scan has found. The values of the entries must not be
     * changed.
     */
    void scanned(ScannedEntries entries);

    /** Reports that the step was refused. The transaction continues. */
    void refused(YardmasterException error);

    /**
     * Reports that the run was discarded because of a conflict.
     *
     * @param restarts the number of runs that were discarded so far
     * @param lastConflict the conflict of the last discarded run, or null if the conflict is
     *     unknown
     */
    void restarted(int restarts, ConflictReport lastConflict);

    /** Receives the transaction's outcome. */
    void ended(Outcome<Object> outcome);
  }

  /** Requests the values of keys in one step. An empty list only starts the run. */
  void read(List<Key> keys);

  /** Requests the entries that a scan finds, without the transaction's own writes. */
  void scan(Scan scan);

  /**
   * Requests the commit.
   *
   * @param writes the written value of each key; null deletes the key. The caller must not change
   *     the map and the arrays afterwards
   * @param result the logic's result; it must have one of the basic types if the transaction has an
   *     id
   */
  void commit(Map<Key, byte[]> writes, Object result);

  /**
   * Ends the run with the exception that the logic threw. If the values that the run read are still
   * current, the transaction ends.
   */
  void fail(YardmasterException error);

  /**
   * Ends the run because the logic has aborted. If the values that the run read are still current,
   * the transaction ends.
   */
  void abort(String reason);

  /** Abandons the transaction. This step also gets one reply. */
  void abandon();

  /**
   * Withdraws the transaction if it still waits for admission, even if the first step is in
   * progress. A withdrawn transaction has ended with an outcome. The server calls this method when
   * the client has disconnected.
   *
   * @return whether the transaction was withdrawn
   */
  boolean withdraw();
}
