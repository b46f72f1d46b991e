package dev.yardmaster.storage;

import java.util.Queue;

/** Reads positions of a {@link ReadSet}: the worker fills in value and version of each. */
public final class ReadRequest extends StorageRequest {

  private final ReadSet reads;
  private boolean restarted;

  /**
   * A request without positions.
   *
   * @param slot the coordinator's own number for the transaction
   * @param replies where the worker returns it; must have room for all requests under way
   */
  public ReadRequest(int slot, Queue<StorageRequest> replies, ReadSet reads) {
    super(slot, replies);
    this.reads = reads;
  }

  /** Says whether its transaction has been restarted: then it is served before others. */
  public void restarted(boolean isRestarted) {
    restarted = isRestarted;
  }

  boolean isRestarted() {
    return restarted;
  }

  @Override
  void serve(VersionedStore store, long watermark) {
    for (int i = 0; i < count(); i++) {
      int position = position(i);
      VersionedStore.Entry entry = store.get(reads.key(position), reads.fingerprint(position));
      if (entry == null) {
        reads.found(position, null, 0, watermark);
      } else {
        reads.found(position, entry.value(), entry.version(), watermark);
      }
    }
  }
}
