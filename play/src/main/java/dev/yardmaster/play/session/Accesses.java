package dev.yardmaster.play.session;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The read set and the write set of a session's transaction. The session's thread adds accesses
 * while a step is in progress. The prompt's thread reads the object between steps.
 */
public final class Accesses {

  private final Set<Key> reads = new LinkedHashSet<>();
  private final List<ScannedRange> scans = new ArrayList<>();
  private final Map<Key, byte[]> writes = new LinkedHashMap<>();

  /**
   * Adds a read. A key that the transaction has already written is ignored, because such a read
   * returns no committed value.
   */
  void read(Key key) {
    if (!writes.containsKey(key)) {
      reads.add(key);
    }
  }

  /** Adds a scan, and the keys that it has found, in the order of the scan. */
  void scan(Scan scan, Collection<Key> found) {
    Key last = null;
    for (Key key : found) {
      last = key;
    }
    scans.add(new ScannedRange(scan, found.size() < scan.limit() ? null : last));
  }

  /**
   * The part of a range that a scan has read.
   *
   * @param last the key at which the scan reached its limit; null if the scan has read its whole
   *     range
   */
  private record ScannedRange(Scan scan, Key last) {
    boolean covers(Key key) {
      if (!scan.covers(key) || last == null) {
        return scan.covers(key);
      }
      return scan.backward() ? key.compareTo(last) >= 0 : key.compareTo(last) <= 0;
    }
  }

  /** Adds a write; the value null is a deletion. */
  void write(Key key, byte[] value) {
    writes.put(key, value);
  }

  /** Returns the written value of each key; null if the transaction has deleted the value. */
  public Map<Key, byte[]> writes() {
    return writes;
  }

  /** Returns the keys among those given that the transaction has read or scanned. */
  public List<Key> readAmong(Collection<Key> keys) {
    return keys.stream()
        .filter(key -> reads.contains(key) || scans.stream().anyMatch(scan -> scan.covers(key)))
        .toList();
  }
}
