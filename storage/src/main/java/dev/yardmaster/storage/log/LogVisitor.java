package dev.yardmaster.storage.log;

import dev.yardmaster.api.Key;

/** Receives the contents of a log or a checkpoint, in the order of the file. */
public interface LogVisitor {

  /**
   * Receives a transaction of the log.
   *
   * @return whether to pass on its writes
   */
  boolean transaction(long version, long transactionId, int writes);

  /** Receives a write of that transaction, or an entry of a checkpoint; a null value deletes. */
  void write(Key key, byte[] value, long version);
}
