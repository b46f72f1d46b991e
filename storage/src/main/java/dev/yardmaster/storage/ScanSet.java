package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import java.util.Arrays;

/**
 * The scans of a transaction, with what was found. Reused; it belongs to the transaction's
 * coordinator, except for the part of a scan that a {@link ReadRequest} under way fills: that
 * belongs to the worker that serves it.
 *
 * <p>Each shard gives up to as many entries as the scan asks for; {@link #merge} makes one result
 * of them. A result has a scope: the scan's range, or if it has stopped at its limit the part up to
 * the last entry. Only writes within the scope matter to it.
 */
public final class ScanSet {

  /** For a key outside the scope of a scan. */
  public static final long NOT_SCANNED = -1;

  /** Scans whose memory is kept for later ones. */
  private static final int MAX_KEPT = 4;

  private final int shards;
  private Scan[] scans = new Scan[2];
  private int[] limits = new int[2];
  private ShardScan[][] parts = new ShardScan[2][];
  private ShardScan[] merged = new ShardScan[2];
  private int size;

  /** No scans, of so many shards. */
  public ScanSet(int shards) {
    this.shards = shards;
  }

  /** Forgets all scans and what they have found. */
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

  /** Exchanges all contents with another set of as many shards. Constant time. */
  public void exchange(ScanSet other) {
    if (shards != other.shards) {
      throw new IllegalArgumentException("shards=" + other.shards + " are not " + shards);
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
   * Adds a scan; returns its position.
   *
   * @param limit how many live entries to look for: those that the scan asks for, and as many more
   *     as its transaction may hide by own deletions
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

  /** Number of scans. */
  public int size() {
    return size;
  }

  /** The scan at a position. */
  public Scan scan(int position) {
    return scans[position];
  }

  /** The position of a scan, or -1. Time is proportional to the size. */
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

  /** Makes one result of what the shards have found; all of them have answered. */
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

  /** Whether a part of a range lies where a scan that stopped at a key did not get to. */
  private static boolean isBehind(Key last, Key start, Key end, boolean backward) {
    return backward ? end.compareTo(last) <= 0 : start.compareTo(last) > 0;
  }

  private static boolean isBefore(Key key, Key other, boolean backward) {
    int order = key.compareTo(other);
    return backward ? order > 0 : order < 0;
  }

  // What was found, once it is merged.

  /** How many entries a scan has found, tombstones included; they are in the scan's order. */
  public int entries(int position) {
    return merged[position].entries();
  }

  /** The key of an entry. */
  public Key key(int position, int entry) {
    return merged[position].key(entry);
  }

  /** The value of an entry; null for a tombstone. Not to be changed. */
  public byte[] value(int position, int entry) {
    return merged[position].value(entry);
  }

  /** The version of an entry. */
  public long version(int position, int entry) {
    return merged[position].version(entry);
  }

  /** Whether a scan has stopped at its limit. */
  public boolean isCut(int position) {
    return merged[position].isCut();
  }

  /** How many predicates a scan has: parts of its range, each within one logical range. */
  public int predicates(int position) {
    return merged[position].predicates();
  }

  /** The first key of a predicate. */
  public Key start(int position, int predicate) {
    return merged[position].start(predicate);
  }

  /** The first key behind a predicate. */
  public Key end(int position, int predicate) {
    return merged[position].end(predicate);
  }

  /** Up to which version the scan has surely seen all that was written into a predicate. */
  public long installedThrough(int position, int predicate) {
    return merged[position].installedThrough(predicate);
  }

  /** Whether a key is in the scope of a scan. */
  public boolean isInScope(int position, Key key) {
    if (!scans[position].covers(key)) {
      return false;
    }
    ShardScan found = merged[position];
    return !found.isCut()
        || !isBefore(found.key(found.entries() - 1), key, scans[position].backward());
  }

  /**
   * The version of a key that a scan has seen.
   *
   * @return 0 if it has found no entry of the key, {@link #NOT_SCANNED} if the key is not in its
   *     scope
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
