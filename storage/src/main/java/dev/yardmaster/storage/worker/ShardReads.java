package dev.yardmaster.storage.worker;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.VersionedStore;

/**
 * Serves the snapshots in one shard: answers their reads, and keeps the old values that they need.
 * The thread that owns the store calls the methods.
 */
public final class ShardReads {

  private final VersionedStore store;
  private final ShardSnapshots snapshots;

  /** The lowest version at which a snapshot can still read the shard's data. */
  private long horizon;

  /** Creates the object. The owner calls {@link #release} before it serves the first read. */
  public ShardReads(VersionedStore store, ShardSnapshots snapshots) {
    this.store = store;
    this.snapshots = snapshots;
  }

  /**
   * Answers the next read of a snapshot. The work of one read is bounded.
   *
   * @return false if no read is waiting
   */
  public boolean serve() {
    SnapshotRead read = snapshots.poll();
    if (read == null) {
      return false;
    }
    try {
      read.serve(store, horizon);
    } catch (RuntimeException failure) {
      read.fail(
          new YardmasterException(
              ErrorCode.IO_FAILED, "the data of a shard cannot be read: " + failure, failure));
      throw failure;
    }
    return true;
  }

  /**
   * Removes the old values and tombstones that no snapshot can read any more, and starts or stops
   * keeping values that are replaced.
   *
   * @return the memory of the kept values, in bytes
   */
  public long release() {
    horizon = snapshots.horizon();
    store.keepReplaced(snapshots.areKept());
    store.release(horizon);
    long keptBytes = store.keptBytes();
    snapshots.kept(keptBytes);
    return keptBytes;
  }
}
