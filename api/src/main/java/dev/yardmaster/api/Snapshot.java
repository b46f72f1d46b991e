package dev.yardmaster.api;

/**
 * The committed data at one moment. All reads of a snapshot see the same moment, however many keys
 * they read and however long they take. A snapshot never aborts: its reads are not validated, and
 * they conflict with no transaction. One thread at a time may use a snapshot.
 *
 * <p>The service keeps, for its open snapshots, the values that later transactions replace. The
 * memory for these values is limited, and a snapshot has a timeout. A snapshot that reaches one of
 * the two limits ends, and each later read fails with {@link ErrorCode#SNAPSHOT_TOO_OLD}. So close
 * a snapshot as soon as it is no longer needed.
 *
 * <p>Reads fail with {@link ErrorCode#TRANSACTION_OVER} after {@link #close}, with {@link
 * ErrorCode#CLOSED} after the end of the service, and with {@link ErrorCode#INTERRUPTED} if the
 * calling thread is interrupted.
 */
public interface Snapshot extends Reads, AutoCloseable {

  /**
   * Returns the snapshot's version. A later snapshot does not have a lower version. A snapshot of a
   * pipeline contains exactly the commits with at most this version; a snapshot of an engine
   * contains these commits, and may contain commits with higher versions.
   */
  long version();

  /**
   * Returns a cursor over all entries of a range, lowest key first. The cursor fetches the entries
   * in pages, so the range may have any number of entries.
   *
   * @param from the lowest key of the range
   * @param to the first key after the range; null for the table's end
   * @throws YardmasterException in the same cases as {@link Scan}
   */
  default SnapshotCursor cursor(Key from, Key to) {
    return cursor(from, to, false);
  }

  /**
   * Returns a cursor over all entries of a range, with the parameters of {@link #cursor(Key, Key)}.
   *
   * @param backward whether to start with the highest key
   */
  SnapshotCursor cursor(Key from, Key to, boolean backward);

  /** Releases the values that the service keeps for this snapshot. Further calls have no effect. */
  @Override
  void close();
}
