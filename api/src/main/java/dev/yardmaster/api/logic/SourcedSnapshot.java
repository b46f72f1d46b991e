package dev.yardmaster.api.logic;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.SnapshotCursor;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.YardmasterException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A snapshot over a {@link SnapshotSource}. The snapshot checks keys, copies values, and divides
 * long lists of keys and long scans into calls that respect the source's limits.
 */
public final class SourcedSnapshot implements Snapshot {

  private final SnapshotSource source;
  private boolean closed;

  /** Creates a snapshot that owns the source. */
  public SourcedSnapshot(SnapshotSource source) {
    this.source = source;
  }

  @Override
  public long version() {
    return source.version();
  }

  private void checkUsable(Key key) {
    Values.check(key);
    if (closed) {
      throw new YardmasterException(
          ErrorCode.TRANSACTION_OVER, "the snapshot is closed", "key", key);
    }
  }

  /** Returns the value of a key. The array is not a copy. */
  private byte[] current(Key key) {
    checkUsable(key);
    return source.values(List.of(key))[0];
  }

  @Override
  public byte[] get(Key key) {
    byte[] value = current(key);
    return value == null ? null : value.clone();
  }

  @Override
  public long getLong(Key key) {
    return Values.toLong(key, current(key));
  }

  @Override
  public boolean contains(Key key) {
    return current(key) != null;
  }

  @Override
  public Map<Key, byte[]> getAll(Collection<Key> keys) {
    keys.forEach(this::checkUsable);
    List<Key> distinct = keys.stream().distinct().toList();
    Map<Key, byte[]> values = new LinkedHashMap<>();
    for (int start = 0; start < distinct.size(); start += SnapshotSource.MAX_KEYS) {
      int end = Math.min(distinct.size(), start + SnapshotSource.MAX_KEYS);
      List<Key> part = distinct.subList(start, end);
      byte[][] found = source.values(part);
      for (int i = 0; i < found.length; i++) {
        values.put(part.get(i), found[i] == null ? null : found[i].clone());
      }
    }
    return values;
  }

  @Override
  public Map<Key, byte[]> scan(Scan scan) {
    Map<Key, byte[]> found = new LinkedHashMap<>();
    Scan rest = scan;
    while (found.size() < scan.limit()) {
      ScannedEntries page = page(rest, !found.isEmpty());
      for (int i = 0; i < page.size() && found.size() < scan.limit(); i++) {
        found.put(page.key(i), page.value(i).clone());
      }
      if (page.isComplete()) {
        break;
      }
      rest = after(rest, page.key(page.size() - 1), Math.max(1, scan.limit() - found.size()));
    }
    return found;
  }

  /**
   * Returns a scan of the remaining range. The range begins at the last key of a page. In a forward
   * scan the remaining range includes this key, so the next page must omit the key; see {@link
   * SnapshotSource#page}.
   */
  static Scan after(Scan scan, Key last, int limit) {
    return scan.backward()
        ? new Scan(scan.from(), last, limit, true)
        : new Scan(last, scan.isToTableEnd() ? null : scan.to(), limit, false);
  }

  private ScannedEntries page(Scan scan, boolean afterFirst) {
    checkUsable(scan.from());
    return source.page(scan, afterFirst);
  }

  @Override
  public SnapshotCursor cursor(Key from, Key to, boolean backward) {
    return new PagedCursor(this::page, from, to, backward);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      source.close();
    }
  }
}
