package dev.yardmaster.storage.log;

import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.log.format.ReplicatedGroup;
import dev.yardmaster.storage.table.DiskTable;
import java.util.List;

/**
 * The log that several machines share, as the pipeline of a leader sees it in one term. The
 * pipeline's log agent calls the methods; the ends may be reported by any thread.
 */
public interface GroupReplication {

  /**
   * The state with which a leader's pipeline begins.
   *
   * @param stores the stores of the shards; they belong to the pipeline until it is closed
   * @param version all earlier commits have at most this version
   * @param horizonMs the horizon of transaction ids, in ms since 1970
   * @param term the term, which no other pipeline has
   * @param table the table below the stores; null if the data are in memory
   */
  record Start(
      List<VersionedStore> stores, long version, long horizonMs, long term, DiskTable table) {

    /** Copies the list. */
    public Start {
      stores = List.copyOf(stores);
    }
  }

  /** Receives the end of an operation, once. */
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
   * Appends a group. It has succeeded when a majority of the machines has it on disk and it counts.
   * Groups take effect in the order of the calls. The bytes must stay unchanged until the end.
   *
   * @param horizonMs the horizon of transaction ids, in ms since 1970
   */
  void append(ReplicatedGroup group, long horizonMs, End end);

  /** Confirms that no other machine led between this call and its end. Any thread may call it. */
  void confirm(End end);

  /** The pipeline's log agent has stopped; it appends nothing more. */
  void closed();
}
