package dev.yardmaster.storage.worker;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.VersionedStore;
import java.util.Queue;

/**
 * A message that requests the next live entries of a shard, in key order, for a checkpoint. The
 * shard returns only entries at or below the version that was passed to {@link #begin}, because
 * newer entries are in the commit log.
 */
public final class SnapshotRequest extends EntriesRequest {

  private int visited;
  private long through;
  private Key last;

  /**
   * Creates a request.
   *
   * @param replies the queue to which the worker returns the request
   */
  public SnapshotRequest(Queue<StorageRequest> replies) {
    super(replies);
  }

  @Override
  public void begin(long throughVersion) {
    clearEntries();
    through = throughVersion;
    last = null;
  }

  @Override
  void serve(VersionedStore store, long watermark, RangeMarks ranges) {
    clearEntries();
    visited = 0;
    Key from = last;
    complete(true);
    store.scan(from, null, entry -> take(entry, from));
  }

  private boolean take(VersionedStore.Entry entry, Key after) {
    if (entry.key().equals(after)) {
      return true;
    }
    if (visited == MAX_ENTRIES || !hasRoom()) {
      complete(false);
      return false;
    }
    visited++;
    last = entry.key();
    if (entry.version() <= through) {
      add(entry.key(), entry.value(), entry.version());
    }
    return true;
  }
}
