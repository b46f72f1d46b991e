package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import java.util.Arrays;

/**
 * The keys that a transaction reads, and the results of the reads. A set is reused, and belongs to
 * the transaction's coordinator. While a {@link ReadRequest} is in progress, the positions in the
 * request belong to the worker that serves it.
 */
public final class ReadSet {

  private Key[] keys = new Key[8];
  private long[] fingerprints = new long[8];
  private byte[][] values = new byte[8][];
  private long[] versions = new long[8];
  private long[] freshThrough = new long[8];
  private int size;

  /** Creates an empty read set. */
  public ReadSet() {}

  /** Removes all keys and values. */
  public void clear() {
    Arrays.fill(keys, 0, size, null);
    Arrays.fill(values, 0, size, null);
    size = 0;
  }

  /** Exchanges all contents with another read set, in constant time. */
  public void exchange(ReadSet other) {
    Key[] otherKeys = other.keys;
    long[] otherFingerprints = other.fingerprints;
    byte[][] otherValues = other.values;
    long[] otherVersions = other.versions;
    long[] otherFreshThrough = other.freshThrough;
    int otherSize = other.size;
    other.keys = keys;
    other.fingerprints = fingerprints;
    other.values = values;
    other.versions = versions;
    other.freshThrough = freshThrough;
    other.size = size;
    keys = otherKeys;
    fingerprints = otherFingerprints;
    values = otherValues;
    versions = otherVersions;
    freshThrough = otherFreshThrough;
    size = otherSize;
  }

  /** Adds a key, and returns the key's position. */
  public int add(Key key, long fingerprint) {
    if (size == keys.length) {
      int capacity = 2 * size;
      keys = Arrays.copyOf(keys, capacity);
      fingerprints = Arrays.copyOf(fingerprints, capacity);
      values = Arrays.copyOf(values, capacity);
      versions = Arrays.copyOf(versions, capacity);
      freshThrough = Arrays.copyOf(freshThrough, capacity);
    }
    keys[size] = key;
    fingerprints[size] = fingerprint;
    return size++;
  }

  /**
   * Returns the position of a key, or -1 if the set does not have the key. The time is proportional
   * to the size of the set.
   */
  public int find(Key key) {
    for (int i = 0; i < size; i++) {
      if (keys[i].equals(key)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns the same result as {@link #find(Key)}, but first checks the position at which the key
   * is likely to be.
   */
  public int find(Key key, int likely) {
    return likely < size && keys[likely].equals(key) ? likely : find(key);
  }

  /** Returns the number of keys. */
  public int size() {
    return size;
  }

  /** Returns the key at a position. */
  public Key key(int position) {
    return keys[position];
  }

  /** Returns the fingerprint of the key at a position. */
  public long fingerprint(int position) {
    return fingerprints[position];
  }

  /**
   * Returns the value that was read, or null if the key has no value. The array must not be
   * changed.
   */
  public byte[] value(int position) {
    return values[position];
  }

  /**
   * Returns the version that was read: 0 for a key that was never written, the tombstone's version
   * for a deleted key.
   */
  public long version(int position) {
    return versions[position];
  }

  /**
   * Returns the version up to which the read value is known to be the newest. The result is the
   * value's own version, or the watermark at the time of the read if the watermark is higher.
   */
  public long freshThrough(int position) {
    return freshThrough[position];
  }

  /**
   * Sets the result of a read.
   *
   * @param value the value that was read; must not be changed; null if the key has no value
   * @param version the value's version; 0 if the key is unknown
   * @param throughVersion the highest version up to which the value is known to be the newest
   */
  public void found(int position, byte[] value, long version, long throughVersion) {
    values[position] = value;
    versions[position] = version;
    freshThrough[position] = Math.max(version, throughVersion);
  }
}
