package dev.yardmaster.engine.protocol.versions;

/** How a protocol resolves the stamp of a version whose writer has not ended. */
@FunctionalInterface
public interface PendingStamps {

  /** The result if the version is later than the reader, whatever becomes of its writer. */
  long LATER = Long.MAX_VALUE;

  /** The result if the reader looks at the record again. */
  long AGAIN = -1;

  /**
   * Returns the final stamp of a version, or {@link #LATER} or {@link #AGAIN}. The method may wait
   * for another worker.
   *
   * @param stamp the stamp, below 0 and above {@link Long#MIN_VALUE}
   * @param asOf the stamp as of which the transaction reads
   * @param round the number of earlier calls for the same record
   */
  long resolve(long stamp, long asOf, int round);
}
