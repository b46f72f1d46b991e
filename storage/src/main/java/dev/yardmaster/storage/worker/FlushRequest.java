package dev.yardmaster.storage.worker;

import dev.yardmaster.storage.DiskStore;
import dev.yardmaster.storage.VersionedStore;
import java.util.Queue;

/**
 * A message about a flush of a {@link DiskStore}. First the message requests the entries that have
 * changed since the previous flush, including deleted keys, in the order of each entry's first
 * change. When the entries of all shards were written, the message tells each shard whether the
 * entries are on disk.
 */
public final class FlushRequest extends EntriesRequest {

  private enum Step {
    COLLECT,
    SUCCEEDED,
    FAILED
  }

  private Step step = Step.COLLECT;

  /**
   * Creates a request.
   *
   * @param replies the queue to which the worker returns the request
   */
  public FlushRequest(Queue<StorageRequest> replies) {
    super(replies);
  }

  /** Makes the request collect changed entries, regardless of the version. */
  @Override
  public void begin(long throughVersion) {
    clearEntries();
    step = Step.COLLECT;
  }

  /** Makes the request tell the shard how the flush of its entries ended. */
  public void end(boolean succeeded) {
    clearEntries();
    step = succeeded ? Step.SUCCEEDED : Step.FAILED;
  }

  /**
   * Serves the request on the thread that owns the store, while no worker serves the store.
   *
   * @param store a {@link DiskStore}
   */
  public void serve(VersionedStore store) {
    serve(store, 0, null);
  }

  @Override
  void serve(VersionedStore store, long watermark, RangeMarks ranges) {
    DiskStore flushed = (DiskStore) store;
    clearEntries();
    switch (step) {
      case COLLECT -> complete(flushed.collect(this::take));
      case SUCCEEDED -> flushed.flushed();
      case FAILED -> flushed.flushFailed();
    }
  }

  private boolean take(VersionedStore.Entry entry) {
    add(entry.key(), entry.value(), entry.version());
    return hasRoom();
  }
}
