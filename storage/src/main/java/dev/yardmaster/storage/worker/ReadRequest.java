package dev.yardmaster.storage.worker;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.DiskStore;
import dev.yardmaster.storage.ReadSet;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.table.DiskTable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;

/**
 * A message to a shard that requests some of the reads of a {@link ReadSet}, and the shard's part
 * of the scans of a {@link ScanSet}. The worker stores the results in these sets.
 */
public final class ReadRequest extends StorageRequest {

  private final ReadSet reads;
  private final ScanSet scans;
  private final int shard;
  private boolean restarted;
  private int firstScan;
  private int endOfScans;

  /**
   * The positions of the keys that a {@link TableReader} must read. After the reader has answered
   * and the found entries were added to the store, the positions of the keys without an entry on
   * disk.
   */
  private int[] missing = new int[8];

  private DiskTable.Found[] found = new DiskTable.Found[8];
  private int missed;
  private long sentAfterFlush;
  private boolean isRead;

  /**
   * Creates a request that requests nothing yet.
   *
   * @param slot the coordinator's number for the transaction
   * @param replies the queue to which the worker returns the request; it must have room for all
   *     requests in progress
   * @param shard the number of the shard to which the request is sent
   */
  public ReadRequest(
      int slot, Queue<StorageRequest> replies, ReadSet reads, ScanSet scans, int shard) {
    super(slot, replies);
    this.reads = reads;
    this.scans = scans;
    this.shard = shard;
  }

  /**
   * Requests the shard's part of the scans of the scan set, starting with the scan at the given
   * position.
   */
  public void scanFrom(int position) {
    firstScan = position;
    endOfScans = scans.size();
  }

  /** Returns whether the request has no reads and no scans. */
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
   * Sets whether the transaction was restarted. Requests of restarted transactions are served
   * first.
   */
  public void restarted(boolean isRestarted) {
    restarted = isRestarted;
  }

  boolean isRestarted() {
    return restarted;
  }

  /** Returns the number of the shard. */
  int shard() {
    return shard;
  }

  /**
   * Returns whether a {@link TableReader} must read some of the keys before this request can be
   * served. If the reader has already read them, adds the found entries to the store and returns
   * false.
   */
  boolean lacksMemory(DiskStore store) {
    if (isRead) {
      isRead = false;
      receive(store);
      return false;
    }
    missed = 0;
    for (int i = 0; i < count(); i++) {
      int position = position(i);
      if (!store.isInMemory(reads.key(position), reads.fingerprint(position))) {
        if (missed == missing.length) {
          missing = Arrays.copyOf(missing, 2 * missed);
          found = Arrays.copyOf(found, 2 * missed);
        }
        missing[missed++] = position;
      }
    }
    if (missed == 0) {
      return false;
    }
    sentAfterFlush = store.sent();
    return true;
  }

  /**
   * Adds the entries that the reader has found to the store. After that, the missing keys are the
   * keys without an entry on disk.
   */
  private void receive(DiskStore store) {
    store.received(sentAfterFlush);
    int absent = 0;
    for (int i = 0; i < missed; i++) {
      if (found[i] == null) {
        missing[absent++] = missing[i];
      } else {
        store.found(reads.key(missing[i]), reads.fingerprint(missing[i]), found[i]);
        found[i] = null;
      }
    }
    missed = absent;
  }

  /** Adds the keys that are not in memory to a list. The {@link TableReader} calls this method. */
  void addMissing(List<Key> keys) {
    for (int i = 0; i < missed; i++) {
      keys.add(reads.key(missing[i]));
    }
  }

  /**
   * Receives the table's entries for the keys that are not in memory. The {@link TableReader} calls
   * this method.
   */
  void read(Iterator<DiskTable.Found> values) {
    for (int i = 0; i < missed; i++) {
      found[i] = values.next();
    }
    isRead = true;
  }

  @Override
  void expect(VersionedStore store) {
    for (int i = 0; i < count(); i++) {
      store.expect(reads.fingerprint(position(i)), true);
    }
  }

  @Override
  void serve(VersionedStore store, long watermark, RangeMarks ranges) {
    for (int scan = firstScan; scan < endOfScans; scan++) {
      scans.fill(scan, shard, store, ranges);
    }
    int absent = 0;
    for (int i = 0; i < count(); i++) {
      int position = position(i);
      Key key = reads.key(position);
      long fingerprint = reads.fingerprint(position);
      boolean isAbsent = absent < missed && missing[absent] == position;
      absent += isAbsent ? 1 : 0;
      VersionedStore.Entry entry =
          isAbsent ? store.getFromMemory(key, fingerprint) : store.get(key, fingerprint);
      if (entry == null) {
        reads.found(position, null, 0, watermark);
      } else {
        reads.found(position, entry.value(), entry.version(), watermark);
      }
    }
  }
}
