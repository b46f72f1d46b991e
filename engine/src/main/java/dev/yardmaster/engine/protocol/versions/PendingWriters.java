package dev.yardmaster.engine.protocol.versions;

/** Determines how a reader treats the lock of a writer that has not ended. */
@FunctionalInterface
public interface PendingWriters {

  /**
   * Returns true if the lock's holder, if it commits, will certainly write a version that is later
   * than {@code asOf}. Then the reader need not wait. Otherwise the method waits for a short time
   * and returns false, and the reader reads the record again.
   *
   * @param lock the lock word that the writer has stored in the record, below 0
   * @param asOf the stamp as of which the calling transaction reads
   * @param round the number of earlier calls for the same record
   */
  boolean isLater(long lock, long asOf, int round);
}
