package dev.yardmaster.storage;

import java.util.Queue;

/**
 * A message to read positions of a {@link ReadSet}, and a shard's part of the scans of a {@link
 * ScanSet}. The worker stores the results in them.
 */
public final class ReadRequest extends StorageRequest {

  private final ReadSet reads;
  private final ScanSet scans;
  private final int shard;
  private boolean restarted;
  private int firstScan;
  private int endOfScans;

  /**
   * Creates a request without positions.
   *
   * @param slot the coordinator's number for the transaction
   * @param replies the queue to which the worker returns the request; must have room for all
   *     requests under way
   * @param shard the number of the shard that receives the request
   */
  public ReadRequest(
      int slot, Queue<StorageRequest> replies, ReadSet reads, ScanSet scans, int shard) {
    super(slot, replies);
    this.reads = reads;
    this.scans = scans;
    this.shard = shard;
  }

  /** Asks for the shard's part of the scans from a position on. */
  public void scanFrom(int position) {
    firstScan = position;
    endOfScans = scans.size();
  }

  /** Whether the request asks for nothing. */
  public boolean isEmpty() {
    return count() == 0 && firstScan == endOfScans;
  }

  @Override
  public void clear() {
    super.clear();
    firstScan = 0;
    endOfScans = 0;
  }

  /**
   * Sets whether the transaction was restarted; requests of restarted transactions are served
   * first.
   */
  public void restarted(boolean isRestarted) {
    restarted = isRestarted;
  }

  boolean isRestarted() {
    return restarted;
  }

  @Override
  void serve(VersionedStore store, long watermark, RangeMarks ranges) {
    for (int scan = firstScan; scan < endOfScans; scan++) {
      scans.fill(scan, shard, store, ranges);
    }
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
