package dev.yardmaster.engine.redo;

import dev.yardmaster.storage.log.format.RecordEncoder;

/**
 * The writes of one transaction, which are encoded into its record in the log. The transaction's
 * worker calls the methods.
 */
public interface CommitContent {

  /**
   * Returns the length of all writes in a record, in bytes. The worker calls this method before the
   * transaction is validated.
   *
   * @throws dev.yardmaster.api.YardmasterException if the log cannot store a write, for instance
   *     because of its key
   */
  long length(RecordEncoder encoder);

  /**
   * Encodes all writes into a record. The total length of the encoded writes must be the length
   * that {@link #length} has returned. The worker calls this method after the writes are visible.
   * If the method throws an exception, the log fails.
   */
  void put(RecordEncoder encoder);
}
