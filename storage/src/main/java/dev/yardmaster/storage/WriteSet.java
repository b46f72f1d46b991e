package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import java.util.Arrays;

/**
 * The keys that a transaction may write, and the values of the keys that it has written. A set is
 * reused. The set belongs to the transaction's coordinator and does not change while one of its
 * {@link WriteRequest}s is in progress.
 */
public class WriteSet {

  private Key[] keys = new Key[8];
  private long[] fingerprints = new long[8];
  private byte[][] values = new byte[8][];
  private boolean[] written = new boolean[8];
  private int size;
  private int writtenCount;
  private long valueBytes;

  /** Creates an empty write set. */
  public WriteSet() {}

  /** Removes all keys and values. */
  public final void clear() {
    Arrays.fill(keys, 0, size, null);
    discardValues();
    size = 0;
  }

  /** Removes all values and keeps the keys. */
  public final void discardValues() {
    Arrays.fill(values, 0, size, null);
    Arrays.fill(written, 0, size, false);
    writtenCount = 0;
    valueBytes = 0;
  }

  /** Exchanges all contents with another write set, in constant time. */
  public void exchange(WriteSet other) {
    Key[] otherKeys = other.keys;
    long[] otherFingerprints = other.fingerprints;
    byte[][] otherValues = other.values;
    boolean[] otherWritten = other.written;
    int otherSize = other.size;
    int otherWrittenCount = other.writtenCount;
    long otherValueBytes = other.valueBytes;
    other.keys = keys;
    other.fingerprints = fingerprints;
    other.values = values;
    other.written = written;
    other.size = size;
    other.writtenCount = writtenCount;
    other.valueBytes = valueBytes;
    keys = otherKeys;
    fingerprints = otherFingerprints;
    values = otherValues;
    written = otherWritten;
    size = otherSize;
    writtenCount = otherWrittenCount;
    valueBytes = otherValueBytes;
  }

  /** Adds a key that is not written yet, and returns the key's position. */
  public final int add(Key key, long fingerprint) {
    if (size == keys.length) {
      int capacity = 2 * size;
      keys = Arrays.copyOf(keys, capacity);
      fingerprints = Arrays.copyOf(fingerprints, capacity);
      values = Arrays.copyOf(values, capacity);
      written = Arrays.copyOf(written, capacity);
    }
    keys[size] = key;
    fingerprints[size] = fingerprint;
    return size++;
  }

  /**
   * Writes the key at a position; null deletes the key. The caller must not change the array
   * afterwards.
   */
  public final void write(int position, byte[] value) {
    valueBytes += length(value) - length(values[position]);
    values[position] = value;
    if (!written[position]) {
      written[position] = true;
      writtenCount++;
    }
  }

  private static int length(byte[] value) {
    return value == null ? 0 : value.length;
  }

  /** Returns the total length of all values, in bytes. */
  public final long valueBytes() {
    return valueBytes;
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

  /** Returns the number of keys that are written. */
  public final int writtenCount() {
    return writtenCount;
  }

  /** Returns whether the key at a position is written. */
  public final boolean isWritten(int position) {
    return written[position];
  }

  /** Returns the key at a position. */
  public final Key key(int position) {
    return keys[position];
  }

  /** Returns the fingerprint of the key at a position. */
  public final long fingerprint(int position) {
    return fingerprints[position];
  }

  /** Returns the value that is written at a position; null means that the key is deleted. */
  public final byte[] value(int position) {
    return values[position];
  }
}
