package dev.yardmaster.storage.worker;

import dev.yardmaster.storage.VersionedStore;
import java.util.Arrays;
import java.util.Queue;

/**
 * A message to the worker of one shard: the shard's part of a transaction's reads or writes, or a
 * request for a checkpoint's entries. A request is reused. The worker owns the request from the
 * sender's offer to the worker's queue until the worker returns the request through the reply
 * queue.
 */
public abstract sealed class StorageRequest permits ReadRequest, WriteRequest, EntriesRequest {

  private final int slot;
  private final Queue<StorageRequest> replies;
  private int[] positions = new int[8];
  private int count;

  StorageRequest(int slot, Queue<StorageRequest> replies) {
    this.slot = slot;
    this.replies = replies;
  }

  /** Returns the number by which the coordinator identifies the transaction. */
  public final int slot() {
    return slot;
  }

  /** Adds a position of the read or write set. */
  public final void add(int position) {
    if (count == positions.length) {
      positions = Arrays.copyOf(positions, 2 * count);
    }
    positions[count++] = position;
  }

  /** Removes all positions. */
  public void clear() {
    count = 0;
  }

  /** Returns the number of positions. */
  public final int count() {
    return count;
  }

  final int position(int index) {
    return positions[index];
  }

  /** Announces to the store which keys {@link #serve} will look up. */
  void expect(VersionedStore store) {}

  /**
   * Executes the request on the worker's shard.
   *
   * @param watermark a commit version; every version up to it is installed in the shard
   * @param ranges provides the version up to which the writes of each logical range are installed
   */
  abstract void serve(VersionedStore store, long watermark, RangeMarks ranges);

  final void reply() {
    if (!replies.offer(this)) {
      throw new IllegalStateException("reply queue is full: slot=" + slot);
    }
  }
}
