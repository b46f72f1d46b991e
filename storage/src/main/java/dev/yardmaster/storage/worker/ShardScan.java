package dev.yardmaster.storage.worker;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.storage.VersionedStore;
import java.util.Arrays;

/**
 * One shard's part of a scan. It contains the shard's entries in the scan's order, including
 * tombstones, and one predicate for each logical range that the scan has visited. A predicate
 * consists of the scanned part of a logical range and a version: the scan has seen all writes to
 * this part up to the version (ROCC, section III-B).
 *
 * <p>The object is reused. The coordinator owns the object; while a {@link ReadRequest} is in
 * progress, the shard's worker owns it.
 */
final class ShardScan {

  private static final int FIRST_ENTRIES = 16;
  private static final int MAX_KEPT = 2048;

  private Key[] keys = new Key[FIRST_ENTRIES];
  private byte[][] values = new byte[FIRST_ENTRIES][];
  private long[] versions = new long[FIRST_ENTRIES];
  private int entries;
  private int live;

  private Key[] starts = new Key[4];
  private Key[] ends = new Key[4];
  private long[] marks = new long[4];
  private int predicates;

  private boolean cut;
  private int limit;
  private final RangeMarks.Mark mark = new RangeMarks.Mark();
  private final VersionedStore.Visitor visitor = this::take;

  /**
   * Scans a shard. The mark of each range is read before the range is scanned. If a write is
   * installed after the mark was read, the write's version is above the mark, so the validation of
   * the scan finds the write.
   *
   * @param most the maximum number of live entries in the result
   */
  void fill(Scan scan, int most, VersionedStore store, RangeMarks ranges) {
    clear();
    limit = most;
    Key from = scan.from();
    Key to = scan.to();
    while (!cut && from.compareTo(to) < 0) {
      ranges.find(scan.backward() ? to : from, scan.backward(), mark);
      Key start = scan.backward() ? later(from, mark.low()) : from;
      Key end = scan.backward() ? to : earlier(to, mark.high());
      addPredicate(start, end, mark.installedThrough());
      store.entries(start, end, scan.backward(), visitor);
      if (scan.backward()) {
        to = start;
      } else {
        from = end;
      }
    }
  }

  private static Key later(Key key, Key other) {
    return other == null || key.compareTo(other) >= 0 ? key : other;
  }

  private static Key earlier(Key key, Key other) {
    return other == null || key.compareTo(other) <= 0 ? key : other;
  }

  private boolean take(VersionedStore.Entry entry) {
    add(entry.key(), entry.value(), entry.version());
    cut = live == limit;
    return !cut;
  }

  void add(Key key, byte[] value, long version) {
    if (entries == keys.length) {
      keys = Arrays.copyOf(keys, 2 * entries);
      values = Arrays.copyOf(values, 2 * entries);
      versions = Arrays.copyOf(versions, 2 * entries);
    }
    keys[entries] = key;
    values[entries] = value;
    versions[entries++] = version;
    live += value == null ? 0 : 1;
  }

  void addPredicate(Key start, Key end, long installedThrough) {
    if (predicates == starts.length) {
      starts = Arrays.copyOf(starts, 2 * predicates);
      ends = Arrays.copyOf(ends, 2 * predicates);
      marks = Arrays.copyOf(marks, 2 * predicates);
    }
    starts[predicates] = start;
    ends[predicates] = end;
    marks[predicates++] = installedThrough;
  }

  /**
   * Adds a predicate of another shard. If this object already has a predicate for the same part,
   * the lower of the two versions is used.
   *
   * @param likely the position at which this object probably has a predicate for the same part: the
   *     predicate's position in the other shard, because shards mostly visit the same ranges
   */
  void joinPredicate(int likely, Key start, Key end, long installedThrough) {
    if (likely < predicates && starts[likely].equals(start) && ends[likely].equals(end)) {
      marks[likely] = Math.min(marks[likely], installedThrough);
    } else {
      addPredicate(start, end, installedThrough);
    }
  }

  void clear() {
    if (keys.length > MAX_KEPT) {
      // After a long scan, the memory is released instead of being kept for reuse.
      keys = new Key[FIRST_ENTRIES];
      values = new byte[FIRST_ENTRIES][];
      versions = new long[FIRST_ENTRIES];
      entries = 0;
    }
    Arrays.fill(keys, 0, entries, null);
    Arrays.fill(values, 0, entries, null);
    Arrays.fill(starts, 0, predicates, null);
    Arrays.fill(ends, 0, predicates, null);
    entries = 0;
    live = 0;
    predicates = 0;
    cut = false;
  }

  int entries() {
    return entries;
  }

  /** Returns the number of entries that are not tombstones. */
  int live() {
    return live;
  }

  Key key(int entry) {
    return keys[entry];
  }

  byte[] value(int entry) {
    return values[entry];
  }

  long version(int entry) {
    return versions[entry];
  }

  int predicates() {
    return predicates;
  }

  Key start(int predicate) {
    return starts[predicate];
  }

  Key end(int predicate) {
    return ends[predicate];
  }

  long installedThrough(int predicate) {
    return marks[predicate];
  }

  /**
   * Returns whether the scan has stopped at its limit. If so, the scan has read no key after its
   * last entry.
   */
  boolean isCut() {
    return cut;
  }

  void cut() {
    cut = true;
  }
}
