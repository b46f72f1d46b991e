package dev.yardmaster.api;

import org.jspecify.annotations.Nullable;

/**
 * A read-only view of the committed data at one moment. All reads of a snapshot see the data of
 * this moment, regardless of the number of keys and the duration of the reads. A snapshot never
 * aborts: reads of a snapshot are not validated, and conflict with no transaction. One thread at a
 * time may use a snapshot.
 *
 * <p>While a snapshot is open, the service keeps the old values that later transactions replace.
 * The memory for these values is limited, and a snapshot has a timeout. If the memory limit or the
 * timeout is reached, the snapshot ends, and each later read fails with {@link
 * ErrorCode#SNAPSHOT_TOO_OLD}. Therefore close a snapshot as soon as you no longer need it.
 *
 * <p>Reads fail with {@link ErrorCode#TRANSACTION_OVER} after {@link #close}, with {@link
 * ErrorCode#CLOSED} after the end of the service, and with {@link ErrorCode#INTERRUPTED} if the
 * calling thread is interrupted.
 */
public interface Snapshot extends Reads, AutoCloseable {

  /**
   * Returns the snapshot's version. A snapshot that is opened later never has a lower version. A
   * snapshot of a pipeline contains exactly the commits up to this version. A snapshot of an engine
   * contains these commits, and may also contain commits with higher versions.
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
  default SnapshotCursor cursor(Key from, @Nullable Key to) {
    return cursor(from, to, false);
  }

  /**
   * Returns a cursor over all entries of a range, with the parameters of {@link #cursor(Key, Key)}.
   *
   * @param backward whether the cursor starts with the highest key
   */
  SnapshotCursor cursor(Key from, @Nullable Key to, boolean backward);

  /**
   * Releases the old values that the service keeps for this snapshot. Further calls have no effect.
   */
  @Override
  void close();
}
