package dev.yardmaster.storage.worker;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.storage.VersionedStore;
import java.util.Arrays;

/**
 * The scans of a transaction, and their results. A set is reused; it belongs to a transaction
 * coordinator. While a {@link ReadRequest} is in progress, the shard's worker owns the shard's
 * parts of the requested scans.
 *
 * <p>Each shard returns entries up to the limit of the scan, and {@link #merge} joins the entries
 * of all shards into one result. The scope of a scan is the part of its range that the scan has
 * covered. This is the whole range or, if the scan has stopped at its limit, the part of the range
 * up to the last entry. Only writes within the scope can make the scan stale.
 */
public final class ScanSet {

  /** The result of {@link #versionSeen} for a key outside the scope of a scan. */
  public static final long NOT_SCANNED = -1;

  /** The maximum number of scans that keep their memory for reuse. */
  private static final int MAX_KEPT = 4;

  private final int shards;
  private Scan[] scans = new Scan[2];
  private int[] limits = new int[2];
  private ShardScan[][] parts = new ShardScan[2][];
  private ShardScan[] merged = new ShardScan[2];
  private int size;

  /** Creates an empty set for the given number of shards. */
  public ScanSet(int shards) {
    this.shards = shards;
  }

  /** Removes all scans and their results. */
  public void clear() {
    for (int i = 0; i < size; i++) {
      for (ShardScan part : parts[i]) {
        part.clear();
      }
      if (shards > 1) {
        merged[i].clear();
      }
      scans[i] = null;
    }
    for (int i = MAX_KEPT; i < size; i++) {
      parts[i] = null;
      merged[i] = null;
    }
    size = 0;
  }

  /**
   * Exchanges all contents with another set that has the same number of shards, in constant time.
   */
  public void exchange(ScanSet other) {
    if (shards != other.shards) {
      throw new IllegalArgumentException(
          "the other set has a different number of shards: others="
              + other.shards
              + ", shards="
              + shards);
    }
    Scan[] otherScans = other.scans;
    int[] otherLimits = other.limits;
    ShardScan[][] otherParts = other.parts;
    ShardScan[] otherMerged = other.merged;
    int otherSize = other.size;
    other.scans = scans;
    other.limits = limits;
    other.parts = parts;
    other.merged = merged;
    other.size = size;
    scans = otherScans;
    limits = otherLimits;
    parts = otherParts;
    merged = otherMerged;
    size = otherSize;
  }

  /**
   * Adds a scan, and returns the scan's position.
   *
   * @param limit the number of live entries to find: the scan's limit, plus the number of entries
   *     that the transaction may have deleted
   */
  public int add(Scan scan, int limit) {
    if (size == scans.length) {
      scans = Arrays.copyOf(scans, 2 * size);
      limits = Arrays.copyOf(limits, 2 * size);
      parts = Arrays.copyOf(parts, 2 * size);
      merged = Arrays.copyOf(merged, 2 * size);
    }
    if (parts[size] == null) {
      parts[size] = new ShardScan[shards];
      for (int shard = 0; shard < shards; shard++) {
        parts[size][shard] = new ShardScan();
      }
      merged[size] = shards == 1 ? parts[size][0] : new ShardScan();
    }
    scans[size] = scan;
    limits[size] = limit;
    return size++;
  }

  /** Returns the number of scans. */
  public int size() {
    return size;
  }

  /** Returns the scan at a position. */
  public Scan scan(int position) {
    return scans[position];
  }

  /**
   * Returns the position of a scan, or -1 if the scan is not in the set. The time is proportional
   * to the size of the set.
   */
  public int find(Scan scan) {
    for (int i = 0; i < size; i++) {
      if (scans[i].equals(scan)) {
        return i;
      }
    }
    return -1;
  }

  void fill(int position, int shard, VersionedStore store, RangeMarks ranges) {
    parts[position][shard].fill(scans[position], limits[position], store, ranges);
  }

  /** Joins the results of all shards. Call this method only after all shards have answered. */
  public void merge(int position) {
    if (shards > 1) {
      merge(parts[position], merged[position], limits[position], scans[position].backward());
    }
  }

  private static void merge(ShardScan[] parts, ShardScan result, int limit, boolean backward) {
    result.clear();
    int[] next = new int[parts.length];
    while (result.live() < limit) {
      int first = -1;
      for (int shard = 0; shard < parts.length; shard++) {
        if (next[shard] < parts[shard].entries()
            && (first < 0
                || isBefore(
                    parts[shard].key(next[shard]), parts[first].key(next[first]), backward))) {
          first = shard;
        }
      }
      if (first < 0) {
        break;
      }
      int entry = next[first]++;
      ShardScan part = parts[first];
      result.add(part.key(entry), part.value(entry), part.version(entry));
    }
    if (result.live() == limit) {
      result.cut();
    }
    for (ShardScan part : parts) {
      for (int i = 0; i < part.predicates(); i++) {
        if (!result.isCut()
            || !isBehind(result.key(result.entries() - 1), part.start(i), part.end(i), backward)) {
          result.joinPredicate(i, part.start(i), part.end(i), part.installedThrough(i));
        }
      }
    }
  }

  /** Returns whether a part of a range is beyond the key at which a scan stopped. */
  private static boolean isBehind(Key last, Key start, Key end, boolean backward) {
    return backward ? end.compareTo(last) <= 0 : start.compareTo(last) > 0;
  }

  private static boolean isBefore(Key key, Key other, boolean backward) {
    int order = key.compareTo(other);
    return backward ? order > 0 : order < 0;
  }

  // The following methods return the results after {@link #merge}.

  /**
   * Returns the number of entries that a scan has found, including tombstones. The entries are in
   * the scan's order.
   */
  public int entries(int position) {
    return merged[position].entries();
  }

  /** Returns the key of an entry. */
  public Key key(int position, int entry) {
    return merged[position].key(entry);
  }

  /** Returns the value of an entry, or null for a tombstone. The array must not be changed. */
  public byte[] value(int position, int entry) {
    return merged[position].value(entry);
  }

  /** Returns the version of an entry. */
  public long version(int position, int entry) {
    return merged[position].version(entry);
  }

  /** Returns whether a scan has stopped at its limit. */
  public boolean isCut(int position) {
    return merged[position].isCut();
  }

  /**
   * Returns the number of predicates of a scan. A predicate is a part of the scan's range within
   * one logical range.
   */
  public int predicates(int position) {
    return merged[position].predicates();
  }

  /** Returns the first key of a predicate. */
  public Key start(int position, int predicate) {
    return merged[position].start(predicate);
  }

  /** Returns the first key after a predicate. */
  public Key end(int position, int predicate) {
    return merged[position].end(predicate);
  }

  /** Returns the version up to which the scan has seen all writes into a predicate. */
  public long installedThrough(int position, int predicate) {
    return merged[position].installedThrough(predicate);
  }

  /** Returns whether a key is in the scope of a scan. */
  public boolean isInScope(int position, Key key) {
    if (!scans[position].covers(key)) {
      return false;
    }
    ShardScan found = merged[position];
    return !found.isCut()
        || !isBefore(found.key(found.entries() - 1), key, scans[position].backward());
  }

  /**
   * Returns the version of a key that a scan has seen.
   *
   * @return 0 if the scan has found no entry for the key; {@link #NOT_SCANNED} if the key is not in
   *     the scan's scope
   */
  public long versionSeen(int position, Key key) {
    if (!isInScope(position, key)) {
      return NOT_SCANNED;
    }
    ShardScan found = merged[position];
    boolean backward = scans[position].backward();
    int low = 0;
    int high = found.entries() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      Key at = found.key(middle);
      if (at.equals(key)) {
        return found.version(middle);
      }
      if (isBefore(at, key, backward)) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return 0;
  }
}
