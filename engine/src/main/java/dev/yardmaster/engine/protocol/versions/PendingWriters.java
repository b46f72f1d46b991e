package dev.yardmaster.engine.protocol.versions;

/** How a protocol resolves the lock of a writer that has not ended. */
@FunctionalInterface
public interface PendingWriters {

  /**
   * Returns whether the new version of a writer is later than a stamp, whatever becomes of the
   * writer. Otherwise the method waits for a moment, and the reader looks at the record again.
   *
   * @param lock what the writer has set as the lock of the record, below 0
   * @param asOf the stamp as of which the transaction reads
   * @param round the number of earlier calls for the same record
   */
  boolean isLater(long lock, long asOf, int round);
}
