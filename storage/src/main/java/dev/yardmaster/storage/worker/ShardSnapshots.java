package dev.yardmaster.storage.worker;

import java.util.function.LongSupplier;

/**
 * The open snapshots, as the worker of one shard sees them. The worker's thread calls the methods.
 */
public interface ShardSnapshots {

  /**
   * Returns the horizon: the lowest version that an open snapshot reads, or that a future snapshot
   * may read. The horizon never falls, and is at most the watermark.
   */
  long horizon();

  /**
   * Returns whether the shard must, from now on, keep values that are overwritten. The worker's
   * next call of {@link #kept} confirms that the shard acts accordingly.
   */
  boolean areKept();

  /** Returns the next message for the shard, or null if there is none. */
  SnapshotRead poll();

  /**
   * Reports the memory that old values occupy in the shard, in bytes. If this memory exceeds its
   * limit, the oldest snapshot is ended, so that the horizon rises.
   */
  void kept(long bytes);

  /** Returns an object without snapshots, whose horizon is the watermark. */
  static ShardSnapshots none(LongSupplier watermark) {
    return new ShardSnapshots() {
      @Override
      public long horizon() {
        return watermark.getAsLong();
      }

      @Override
      public boolean areKept() {
        return false;
      }

      @Override
      public SnapshotRead poll() {
        return null;
      }

      @Override
      public void kept(long bytes) {}
    };
  }
}
