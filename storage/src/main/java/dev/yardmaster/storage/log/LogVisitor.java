package dev.yardmaster.storage.log;

import dev.yardmaster.api.Key;

/** Is shown what a log or a checkpoint holds, in the order of the file. */
public interface LogVisitor {

  /**
   * A transaction of the log.
   *
   * @return whether its writes are to be shown
   */
  boolean transaction(long version, long transactionId, int writes);

  /** A write of that transaction, or an entry of a checkpoint; a null value deletes. */
  void write(Key key, byte[] value, long version);
}
