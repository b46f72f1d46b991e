package dev.yardmaster.storage.worker;

import dev.yardmaster.api.Key;
import java.util.Arrays;
import java.util.Queue;

/**
 * A message that requests entries of a shard for a checkpoint, a bounded number at a time. A
 * request is reused: each time, the worker continues where the previous answer stopped.
 */
public abstract sealed class EntriesRequest extends StorageRequest
    permits SnapshotRequest, FlushRequest {

  /** The maximum number of entries in one answer. */
  public static final int MAX_ENTRIES = 512;

  static final int MAX_VALUE_BYTES = 1 << 20;

  private final Key[] keys = new Key[MAX_ENTRIES];
  private final byte[][] values = new byte[MAX_ENTRIES][];
  private final long[] versions = new long[MAX_ENTRIES];
  private int entries;
  private int valueBytes;
  private boolean complete;

  EntriesRequest(Queue<StorageRequest> replies) {
    super(0, replies);
  }

  /**
   * Resets the request to the shard's first entry.
   *
   * @param throughVersion a commit version; each subclass defines its meaning
   */
  public abstract void begin(long throughVersion);

  final void clearEntries() {
    Arrays.fill(keys, 0, entries, null);
    Arrays.fill(values, 0, entries, null);
    entries = 0;
    valueBytes = 0;
    complete = false;
  }

  /** Returns whether the answer has room for another entry. */
  final boolean hasRoom() {
    return entries < MAX_ENTRIES && valueBytes < MAX_VALUE_BYTES;
  }

  final void add(Key key, byte[] value, long version) {
    keys[entries] = key;
    values[entries] = value;
    versions[entries++] = version;
    valueBytes += value == null ? 0 : value.length;
  }

  /** Sets whether the answers so far contain all entries of the shard. */
  final void complete(boolean is) {
    complete = is;
  }

  /** Returns the number of entries. */
  public final int entries() {
    return entries;
  }

  /** Returns the key of an entry. */
  public final Key key(int entry) {
    return keys[entry];
  }

  /** Returns the value of an entry, which must not be changed; null if the key was deleted. */
  public final byte[] value(int entry) {
    return values[entry];
  }

  /** Returns the version of an entry. */
  public final long version(int entry) {
    return versions[entry];
  }

  /** Returns whether the answers so far contain all entries of the shard. */
  public final boolean isComplete() {
    return complete;
  }
}
