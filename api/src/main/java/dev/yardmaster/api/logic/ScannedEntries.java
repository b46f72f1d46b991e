package dev.yardmaster.api.logic;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The committed entries that a scan has found, in the scan's order. Grows at one thread, and does
 * not change afterwards.
 */
public final class ScannedEntries {

  private Key[] keys = new Key[16];
  private byte[][] values = new byte[16][];
  private int size;
  private boolean complete = true;

  /** No entries, and nothing more to be found. */
  public ScannedEntries() {}

  /** Adds an entry; the value is not copied. */
  public void add(Key key, byte[] value) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    keys[size] = key;
    values[size++] = value;
  }

  /** Notes that the scan has stopped at its limit, so that there may be more. */
  public void cut() {
    complete = false;
  }

  /** How many entries. */
  public int size() {
    return size;
  }

  /** The key of an entry. */
  public Key key(int entry) {
    return keys[entry];
  }

  /** The value of an entry; not to be changed. */
  public byte[] value(int entry) {
    return values[entry];
  }

  /** How long its values are together. */
  public long valueBytes() {
    long bytes = 0;
    for (int i = 0; i < size; i++) {
      bytes += values[i].length;
    }
    return bytes;
  }

  /** Whether the scan has seen its whole range. */
  public boolean isComplete() {
    return complete;
  }

  /**
   * What a transaction sees of them: its own writes in their place, as many as its scan asks for.
   * The values are copies.
   *
   * @param scan what the transaction asks for; these may have been found by one with a higher limit
   * @param writes the transaction's own, null where it deletes
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

  /** Whether a key stands where the scan did not get to. */
  private boolean isBehind(Scan scan, Key key) {
    if (complete || size == 0) {
      return !complete;
    }
    int order = key.compareTo(keys[size - 1]);
    return scan.backward() ? order < 0 : order > 0;
  }
}
