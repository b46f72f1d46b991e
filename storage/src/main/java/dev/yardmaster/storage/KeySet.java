package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import java.util.Arrays;

/**
 * The keys of a {@link ReadSet} or {@link WriteSet}, each with its fingerprint and a value. A set
 * is reused; it belongs to a transaction coordinator.
 */
public abstract class KeySet {

  private Key[] keys = new Key[8];
  private long[] fingerprints = new long[8];
  byte[][] values = new byte[8][];
  private int size;

  KeySet() {}

  /** Removes all keys and values. */
  public void clear() {
    Arrays.fill(keys, 0, size, null);
    Arrays.fill(values, 0, size, null);
    size = 0;
  }

  /** Exchanges keys, fingerprints and values with another set, in constant time. */
  final void exchangeKeys(KeySet other) {
    Key[] otherKeys = other.keys;
    long[] otherFingerprints = other.fingerprints;
    byte[][] otherValues = other.values;
    int otherSize = other.size;
    other.keys = keys;
    other.fingerprints = fingerprints;
    other.values = values;
    other.size = size;
    keys = otherKeys;
    fingerprints = otherFingerprints;
    values = otherValues;
    size = otherSize;
  }

  /** Adds a key without a value, and returns the key's position. */
  public final int add(Key key, long fingerprint) {
    if (size == keys.length) {
      grow(2 * size);
    }
    keys[size] = key;
    fingerprints[size] = fingerprint;
    return size++;
  }

  /** Removes the key that was added last. */
  public final void removeLast() {
    size--;
    keys[size] = null;
    values[size] = null;
  }

  /** Makes room for {@code capacity} keys. */
  void grow(int capacity) {
    keys = Arrays.copyOf(keys, capacity);
    fingerprints = Arrays.copyOf(fingerprints, capacity);
    values = Arrays.copyOf(values, capacity);
  }

  /**
   * Returns the position of a key, or -1 if the set does not have the key. The time is proportional
   * to the size of the set.
   */
  public final int find(Key key) {
    for (int i = 0; i < size; i++) {
      if (keys[i].equals(key)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the number of keys. */
  public final int size() {
    return size;
  }

  /** Returns the key at a position. */
  public final Key key(int position) {
    return keys[position];
  }

  /** Returns the fingerprint of the key at a position. */
  public final long fingerprint(int position) {
    return fingerprints[position];
  }

  /**
   * Returns the value at a position, which the caller must not change; null if the key has no value
   * or is deleted.
   */
  public final byte[] value(int position) {
    return values[position];
  }
}
