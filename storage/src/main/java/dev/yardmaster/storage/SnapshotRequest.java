package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import java.util.Arrays;
import java.util.Queue;

/**
 * A message that requests the next live entries of a shard, in key order, for a checkpoint. The
 * shard returns only entries at or below a given version, because newer entries are in the commit
 * log. A request is reused: each time, the worker continues where the previous answer stopped.
 */
public final class SnapshotRequest extends StorageRequest {

  private static final int MAX_ENTRIES = 512;
  private static final int MAX_VALUE_BYTES = 1 << 20;

  private final Key[] keys = new Key[MAX_ENTRIES];
  private final byte[][] values = new byte[MAX_ENTRIES][];
  private final long[] versions = new long[MAX_ENTRIES];
  private int entries;
  private int visited;
  private int valueBytes;
  private long through;
  private Key last;
  private boolean complete;

  /**
   * Creates a request.
   *
   * @param replies the queue to which the worker returns the request
   */
  public SnapshotRequest(Queue<StorageRequest> replies) {
    super(0, replies);
  }

  /**
   * Resets the request to the shard's first key. The shard then returns the entries whose version
   * is at most {@code throughVersion}.
   */
  public void begin(long throughVersion) {
    clearEntries();
    through = throughVersion;
    last = null;
    complete = false;
  }

  private void clearEntries() {
    Arrays.fill(keys, 0, entries, null);
    Arrays.fill(values, 0, entries, null);
    entries = 0;
    visited = 0;
    valueBytes = 0;
  }

  @Override
  void serve(VersionedStore store, long watermark, RangeMarks ranges) {
    clearEntries();
    Key from = last;
    complete = true;
    store.scan(from, null, entry -> take(entry, from));
  }

  private boolean take(VersionedStore.Entry entry, Key after) {
    if (entry.key().equals(after)) {
      return true;
    }
    if (visited == MAX_ENTRIES || valueBytes >= MAX_VALUE_BYTES) {
      complete = false;
      return false;
    }
    visited++;
    last = entry.key();
    if (entry.version() <= through) {
      keys[entries] = entry.key();
      values[entries] = entry.value();
      versions[entries++] = entry.version();
      valueBytes += entry.value().length;
    }
    return true;
  }

  /** Returns the number of entries. */
  public int entries() {
    return entries;
  }

  /** Returns the key of an entry. */
  public Key key(int entry) {
    return keys[entry];
  }

  /** Returns the value of an entry. The array must not be changed. */
  public byte[] value(int entry) {
    return values[entry];
  }

  /** Returns the version of an entry. */
  public long version(int entry) {
    return versions[entry];
  }

  /** Returns whether the shard has no further entries. */
  public boolean isComplete() {
    return complete;
  }
}
