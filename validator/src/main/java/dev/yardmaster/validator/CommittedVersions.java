package dev.yardmaster.validator;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The newest committed version of each recently written key, in constant memory.
 *
 * <p>A set-associative table: a fingerprint belongs to one bucket of four entries. A new key takes
 * the entry with the lowest version of its bucket, and that version becomes the bucket's floor.
 * Above the floor the bucket knows all versions; at or below the floor it knows only those that it
 * still holds. A lookup without an entry therefore returns the floor, which suffices for a read
 * that is known to be fresh through the floor. Commit versions only grow, so the table first
 * forgets the versions that the watermark has covered longest.
 *
 * <p>In addition to a version the table may hold, by reference, the key and the value written with
 * it, so that a transaction can be repaired on the newest values before storage has them. A
 * fingerprint alone is not enough for that, since two keys may share one.
 *
 * <pre>
 *   bucket: | fingerprint 0..3 | version 0..3 |   64 bytes, the size of a cache line
 * </pre>
 *
 * <p>One thread writes and calls {@link #newest}; any thread may call {@link #newestConcurrently}.
 * An entry's version is its own sequence lock: versions never repeat within an entry, and the
 * version is {@link #CHANGING} while the entry changes to another key.
 */
public class CommittedVersions {

  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int WAYS = 4;
  private static final int BUCKET_LONGS = 2 * WAYS;
  private static final long CHANGING = -1;

  @Shared(
      writers = "the final validation",
      readers = "the final validation; reorder workers, in pre-validation",
      access =
          "an entry's version is its sequence lock: the writer sets it to CHANGING, writes the "
              + "fingerprint and releases the version; a reader acquires the version, reads the "
              + "fingerprint, and reads the version again. A reader may miss a write, in which case "
              + "the final validation finds the conflict")
  private final long[] buckets;

  private final long[] floors;
  private final int bucketMask;

  /** By entry; null until the first value is stored. */
  private Key[] keys;

  private byte[][] values;

  /**
   * Creates an empty table with a floor of 0.
   *
   * @param entries how many keys the table holds; rounded up to a power of two, 4 or more
   */
  public CommittedVersions(int entries) {
    int bucketCount = Integer.highestOneBit(Math.max(1, (entries + WAYS - 1) / WAYS * 2 - 1));
    buckets = new long[bucketCount * BUCKET_LONGS];
    floors = new long[bucketCount];
    bucketMask = bucketCount - 1;
  }

  /**
   * Raises all floors: at or below this version the table knows only the versions that it holds.
   * Must be called before any other method.
   */
  public final void startAfter(long version) {
    Arrays.fill(floors, version);
  }

  private int bucketOf(long fingerprint) {
    return (int) fingerprint & bucketMask;
  }

  /**
   * Returns the newest version of a key; if the table has no entry for the key, the negative of the
   * floor, above which the key has no version. Owner's thread.
   */
  public long newest(long fingerprint) {
    int bucket = bucketOf(fingerprint);
    int base = bucket * BUCKET_LONGS;
    for (int entry = base; entry < base + WAYS; entry++) {
      if (buckets[entry] == fingerprint && buckets[entry + WAYS] != 0) {
        return buckets[entry + WAYS];
      }
    }
    return -floors[bucket];
  }

  /**
   * Returns a committed version of a key, which may not be the newest any more, or 0 if none was
   * seen. Any thread.
   */
  public long newestConcurrently(long fingerprint) {
    int base = bucketOf(fingerprint) * BUCKET_LONGS;
    for (int entry = base; entry < base + WAYS; entry++) {
      long before = (long) LONGS.getAcquire(buckets, entry + WAYS);
      if (before > 0 && (long) LONGS.getOpaque(buckets, entry) == fingerprint) {
        VarHandle.loadLoadFence();
        long after = (long) LONGS.getOpaque(buckets, entry + WAYS);
        return before == after ? before : 0;
      }
    }
    return 0;
  }

  /**
   * Records a committed write; its version is higher than all earlier ones. Owner's thread.
   *
   * @return the entry that holds the write, for {@link #remember}; valid until the next call
   */
  public int committed(long fingerprint, long version) {
    int entry = record(fingerprint, version);
    if (keys != null) {
      keys[entry] = null;
      values[entry] = null;
    }
    return entry;
  }

  /**
   * Stores a written key and its value, null for a deletion, in the key's entry. Owner's thread.
   */
  public void remember(int entry, Key key, byte[] value) {
    if (keys == null) {
      keys = new Key[buckets.length / 2];
      values = new byte[keys.length][];
    }
    keys[entry] = key;
    values[entry] = value;
  }

  /**
   * Returns the entry with a fingerprint's newest version; negative if there is none. Owner's
   * thread.
   */
  final int find(long fingerprint) {
    int base = bucketOf(fingerprint) * BUCKET_LONGS;
    for (int way = 0; way < WAYS; way++) {
      if (buckets[base + way] == fingerprint && buckets[base + WAYS + way] != 0) {
        return base / 2 + way;
      }
    }
    return -1;
  }

  /** Whether an entry holds the value of exactly this key. Owner's thread. */
  boolean remembers(int entry, Key key) {
    return keys != null && key.equals(keys[entry]);
  }

  /** The value in an entry; null for a deleted key. Owner's thread. */
  protected byte[] value(int entry) {
    return values[entry];
  }

  /** The version in an entry. Owner's thread. */
  protected long version(int entry) {
    return buckets[2 * entry - entry % WAYS + WAYS];
  }

  private int record(long fingerprint, long version) {
    int bucket = bucketOf(fingerprint);
    int base = bucket * BUCKET_LONGS;
    int oldest = base;
    for (int entry = base; entry < base + WAYS; entry++) {
      if (buckets[entry] == fingerprint && buckets[entry + WAYS] != 0) {
        LONGS.setRelease(buckets, entry + WAYS, version);
        return base / 2 + (entry - base);
      }
      if (buckets[entry + WAYS] < buckets[oldest + WAYS]) {
        oldest = entry;
      }
    }
    floors[bucket] = Math.max(floors[bucket], buckets[oldest + WAYS]);
    LONGS.setOpaque(buckets, oldest + WAYS, CHANGING);
    VarHandle.storeStoreFence();
    LONGS.setOpaque(buckets, oldest, fingerprint);
    LONGS.setRelease(buckets, oldest + WAYS, version);
    return base / 2 + (oldest - base);
  }
}
