package dev.yardmaster.storage;

import java.util.Queue;

/** Installs positions of a {@link WriteSet} at its transaction's commit version. */
public final class WriteRequest extends StorageRequest {

  private final WriteSet writes;
  private long version;

  /**
   * A request without positions.
   *
   * @param slot the coordinator's own number for the transaction
   * @param replies where the worker returns it; must have room for all requests under way
   */
  public WriteRequest(int slot, Queue<StorageRequest> replies, WriteSet writes) {
    super(slot, replies);
    this.writes = writes;
  }

  /** Sets the commit version; 1 or more. */
  public void version(long commitVersion) {
    version = commitVersion;
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
