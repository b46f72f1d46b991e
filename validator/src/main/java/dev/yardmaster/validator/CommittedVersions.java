package dev.yardmaster.validator;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A table of the newest committed version of each recently written key. The table's size is
 * constant.
 *
 * <p>The table is set-associative: each fingerprint belongs to one bucket of four entries. A key
 * that is new in a full bucket replaces the entry with the lowest version. The replaced entry's
 * version becomes the bucket's floor. If the newest version of a key is above the floor of its
 * bucket, the bucket contains this version. Versions at or below the floor may be missing. So a
 * lookup that finds no entry returns the floor. A read is then known to be valid if its value was
 * the newest at least up to the floor. Commit versions only rise, so the table discards the oldest
 * versions first.
 *
 * <p>In addition to the version, an entry may contain the key and the value of the write. So a
 * transaction can be repaired with the newest values even before these values are installed at
 * storage. The entry needs the key itself, because two keys may have the same fingerprint.
 *
 * <pre>
 *   bucket: | fingerprint 0..3 | version 0..3 |   64 bytes, the size of a cache line
 * </pre>
 *
 * <p>One thread writes and calls {@link #newest}; any thread may call {@link #newestConcurrently}.
 * An entry's version also serves as its sequence lock. While the entry changes to another key, the
 * version is {@link #CHANGING}, and the version after the change is not lower than before.
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
          "an entry's version is its sequence lock: the writer sets it to CHANGING, "
              + "writes the fingerprint and releases the version; a reader acquires the "
              + "version, reads the fingerprint, and reads the version again. A reader may "
              + "miss a write; then the final validation finds the conflict")
  private final long[] buckets;

  private final long[] floors;
  private final int bucketMask;

  /** The keys of the entries, by the index of the entry; null until the first value is stored. */
  private Key[] keys;

  private byte[][] values;

  /**
   * Creates an empty table with a floor of 0.
   *
   * @param entries the number of keys for which the table has room; rounded up to a power of two, 4
   *     or more
   */
  public CommittedVersions(int entries) {
    int bucketCount = Integer.highestOneBit(Math.max(1, (entries + WAYS - 1) / WAYS * 2 - 1));
    buckets = new long[bucketCount * BUCKET_LONGS];
    floors = new long[bucketCount];
    bucketMask = bucketCount - 1;
  }

  /**
   * Raises the floors of all buckets to a version. From then on, versions at or below this version
   * may be missing in the table. Call this method before any other method.
   */
  public final void startAfter(long version) {
    Arrays.fill(floors, version);
  }

  private int bucketOf(long fingerprint) {
    return (int) fingerprint & bucketMask;
  }

  /**
   * Returns the newest version of a key. If the table has no entry for the key, the key has no
   * version above the floor of its bucket, and the method returns the negative of this floor. Only
   * the owner's thread may call this method.
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
   * Returns a committed version of a key, which may be out of date, or 0 if no version was found.
   * Any thread may call this method.
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
   * Records a committed write. The write's version must not be lower than any earlier version. Only
   * the owner's thread may call this method.
   *
   * @return the entry that contains the write, as an argument for {@link #remember}; valid until
   *     the next call of this method
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
   * Stores a written key and its value in the key's entry. A null value means that the write
   * deletes the key. Only the owner's thread may call this method.
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
   * Returns the index of the entry with a fingerprint, or a negative number if the table has no
   * such entry. Only the owner's thread may call this method.
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

  /**
   * Returns whether an entry contains a value of this key, and not of another key with the same
   * fingerprint. Only the owner's thread may call this method.
   */
  boolean remembers(int entry, Key key) {
    return keys != null && key.equals(keys[entry]);
  }

  /**
   * Returns the value in an entry, or null for a deleted key. Only the owner's thread may call this
   * method.
   */
  protected byte[] value(int entry) {
    return values[entry];
  }

  /** Returns the version in an entry. Only the owner's thread may call this method. */
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
