package dev.yardmaster.api.logic;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The committed entries that a scan has found, in the scan's order. One thread fills the object.
 * Afterwards the object does not change.
 */
public final class ScannedEntries {

  private Key[] keys = new Key[16];
  private byte[][] values = new byte[16][];
  private int size;
  private boolean complete = true;

  /** Creates an empty result of a complete scan. */
  public ScannedEntries() {}

  /** Adds an entry. The value is not copied. */
  public void add(Key key, byte[] value) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    keys[size] = key;
    values[size++] = value;
  }

  /** Returns these entries without the first entry. */
  public ScannedEntries withoutFirst() {
    return part(1, size);
  }

  /** Returns the first entries, at most {@code most} of them. */
  public ScannedEntries upTo(int most) {
    return size <= most ? this : part(0, most);
  }

  private ScannedEntries part(int from, int to) {
    ScannedEntries part = new ScannedEntries();
    for (int i = from; i < to; i++) {
      part.add(keys[i], values[i]);
    }
    part.complete = complete && to == size;
    return part;
  }

  /** Records that the scan stopped at its limit, so that the range may have more entries. */
  public void cut() {
    complete = false;
  }

  /** Returns the number of entries. */
  public int size() {
    return size;
  }

  /** Returns the key of an entry. */
  public Key key(int entry) {
    return keys[entry];
  }

  /** Returns the value of an entry. The array must not be changed. */
  public byte[] value(int entry) {
    return values[entry];
  }

  /** Returns the total length of the values, in bytes. */
  public long valueBytes() {
    long bytes = 0;
    for (int i = 0; i < size; i++) {
      bytes += values[i].length;
    }
    return bytes;
  }

  /** Returns whether the scan has covered its whole range. */
  public boolean isComplete() {
    return complete;
  }

  /**
   * Returns the entries that a transaction sees: these entries with the transaction's own writes
   * applied, up to the scan's limit. The values are copies.
   *
   * @param scan the transaction's scan; the entries may come from a scan with a higher limit
   * @param writes the transaction's writes, null for deletions
   */
  public Map<Key, byte[]> under(Scan scan, Map<Key, byte[]> writes) {
    Map<Key, byte[]> seen = new LinkedHashMap<>();
    if (!changes(scan, writes)) {
      for (int i = 0; i < size && i < scan.limit(); i++) {
        seen.put(keys[i], values[i].clone());
      }
      return seen;
    }
    NavigableMap<Key, byte[]> merged = new TreeMap<>();
    for (int i = 0; i < size; i++) {
      merged.put(keys[i], values[i]);
    }
    writes.forEach((key, value) -> overlay(scan, merged, key, value));
    Map<Key, byte[]> ordered = scan.backward() ? merged.descendingMap() : merged;
    for (Map.Entry<Key, byte[]> entry : ordered.entrySet()) {
      if (seen.size() == scan.limit()) {
        break;
      }
      seen.put(entry.getKey(), entry.getValue().clone());
    }
    return seen;
  }

  private static boolean changes(Scan scan, Map<Key, byte[]> writes) {
    for (Key key : writes.keySet()) {
      if (scan.covers(key)) {
        return true;
      }
    }
    return false;
  }

  private void overlay(Scan scan, NavigableMap<Key, byte[]> merged, Key key, byte[] value) {
    if (!scan.covers(key) || isBehind(scan, key)) {
      return;
    }
    if (value == null) {
      merged.remove(key);
    } else {
      merged.put(key, value);
    }
  }

  /** Returns whether a key is beyond the position where the scan stopped. */
  private boolean isBehind(Scan scan, Key key) {
    if (complete || size == 0) {
      return !complete;
    }
    int order = key.compareTo(keys[size - 1]);
    return scan.backward() ? order < 0 : order > 0;
  }
}
