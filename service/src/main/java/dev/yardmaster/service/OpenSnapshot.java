package dev.yardmaster.service;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.api.logic.SnapshotSource;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A snapshot of a back end. One thread at a time requests reads, and each read is requested only
 * after the stage of the previous read has completed. Any thread may call {@link #close} at any
 * time.
 *
 * <p>A stage completes on a thread of the service or on the calling thread. If the read fails, the
 * stage completes with a {@link YardmasterException}. The methods do not block.
 */
public interface OpenSnapshot {

  /** Returns the snapshot's version. */
  long version();

  /** Reads keys, as {@link SnapshotSource#values} does. */
  CompletionStage<byte[][]> values(List<Key> keys);

  /** Reads the first entries of a range, as {@link SnapshotSource#page} does. */
  CompletionStage<ScannedEntries> page(Scan scan, boolean afterFirst);

  /**
   * Releases the old values that the back end keeps for the snapshot. Further calls have no effect.
   */
  void close();
}
