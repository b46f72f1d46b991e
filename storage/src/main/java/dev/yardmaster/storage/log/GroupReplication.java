package dev.yardmaster.storage.log;

import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.log.format.ReplicatedGroup;
import dev.yardmaster.storage.table.DiskTable;
import java.util.List;

/**
 * The log that several machines share, as the pipeline of a leader sees the log during one term.
 * The pipeline's log agent calls the methods. Any thread may report the ends of operations.
 */
public interface GroupReplication {

  /**
   * The state with which a leader's pipeline begins.
   *
   * @param stores the stores of the shards; they belong to the pipeline until it is closed
   * @param version the highest version that an earlier commit may have
   * @param horizonMs the time, in ms since 1970, before which outcomes of transaction ids may have
   *     been dropped
   * @param term the term; no other pipeline has the same term
   * @param table the table that the stores read; null if the data are in memory
   */
  record Start(
      List<VersionedStore> stores, long version, long horizonMs, long term, DiskTable table) {

    /** Copies the list. */
    public Start {
      stores = List.copyOf(stores);
    }
  }

  /** Receives the end of an operation. Exactly one of the methods is called, once. */
  interface End {

    /** The operation has succeeded. */
    void succeeded();

    /**
     * The operation has failed, or its outcome is unknown. The pipeline can no longer answer
     * transactions.
     */
    void failed(Throwable cause);
  }

  /** Returns the state with which the pipeline begins. */
  Start start();

  /**
   * Appends a group. The operation has succeeded when a majority of the machines has the group on
   * disk, and the group counts (see {@link ReplicatedGroup}). Groups take effect in the order of
   * the calls. The caller must not change the group's bytes until the operation has ended.
   *
   * @param horizonMs the time, in ms since 1970, before which outcomes of transaction ids may have
   *     been dropped
   */
  void append(ReplicatedGroup group, long horizonMs, End end);

  /**
   * Confirms that this machine is still the leader: no other machine was the leader at any time
   * between this call and the end of the operation. Any thread may call this method.
   */
  void confirm(End end);

  /** Called when the pipeline's log agent has stopped and will append no further groups. */
  void closed();
}
