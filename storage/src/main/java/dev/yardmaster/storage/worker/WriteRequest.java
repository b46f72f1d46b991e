package dev.yardmaster.storage.worker;

import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.WriteSet;
import java.util.Queue;

/**
 * A message to a shard that requests to install some of the writes of a {@link WriteSet}, with the
 * transaction's commit version.
 */
public final class WriteRequest extends StorageRequest {

  private final WriteSet writes;
  private long version;

  /**
   * Creates a request that contains no writes yet.
   *
   * @param slot the coordinator's number for the transaction
   * @param replies the queue to which the worker returns the request; it must have room for all
   *     requests in progress
   */
  public WriteRequest(int slot, Queue<StorageRequest> replies, WriteSet writes) {
    super(slot, replies);
    this.writes = writes;
  }

  /** Sets the commit version, which is 1 or more. */
  public void version(long commitVersion) {
    version = commitVersion;
  }

  @Override
  void expect(VersionedStore store) {
    for (int i = 0; i < count(); i++) {
      store.expect(writes.fingerprint(position(i)), false);
    }
  }

  @Override
  void serve(VersionedStore store, long watermark, RangeMarks ranges) {
    for (int i = 0; i < count(); i++) {
      int position = position(i);
      store.write(
          writes.key(position), writes.fingerprint(position), writes.value(position), version);
    }
  }
}
