package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import java.util.Arrays;

/**
 * The keys that a transaction may write, and the values of those that it did write. Reused; it
 * belongs to the transaction's coordinator and does not change while a {@link WriteRequest} of it
 * is under way.
 */
public final class WriteSet {

  private Key[] keys = new Key[8];
  private long[] fingerprints = new long[8];
  private byte[][] values = new byte[8][];
  private boolean[] written = new boolean[8];
  private int size;
  private int writtenCount;

  /** An empty write set. */
  public WriteSet() {}

  /** Forgets all keys and values. */
  public void clear() {
    Arrays.fill(keys, 0, size, null);
    discardValues();
    size = 0;
  }

  /** Forgets the values and keeps the keys. */
  public void discardValues() {
    Arrays.fill(values, 0, size, null);
    Arrays.fill(written, 0, size, false);
    writtenCount = 0;
  }

  /** Adds a key, not yet written; returns its position. */
  public int add(Key key, long fingerprint) {
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

  /** Writes the key at a position; null deletes it. The array becomes the set's. */
  public void write(int position, byte[] value) {
    values[position] = value;
    if (!written[position]) {
      written[position] = true;
      writtenCount++;
    }
  }

  /** The position of a key, or -1. Time is proportional to the size. */
  public int find(Key key) {
    for (int i = 0; i < size; i++) {
      if (keys[i].equals(key)) {
        return i;
      }
    }
    return -1;
  }

  /** Number of keys. */
  public int size() {
    return size;
  }

  /** Number of keys that are written. */
  public int writtenCount() {
    return writtenCount;
  }

  /** Whether the key at a position is written. */
  public boolean isWritten(int position) {
    return written[position];
  }

  /** The key at a position. */
  public Key key(int position) {
    return keys[position];
  }

  /** The fingerprint of the key at a position. */
  public long fingerprint(int position) {
    return fingerprints[position];
  }

  /** The value written at a position; null deletes the key. */
  public byte[] value(int position) {
    return values[position];
  }
}
