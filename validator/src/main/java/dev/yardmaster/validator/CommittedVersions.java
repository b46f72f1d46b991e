package dev.yardmaster.validator;

import dev.yardmaster.api.Key;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The newest committed version of each key that was written recently, in constant memory.
 *
 * <p>A set-associative table: a fingerprint belongs to one bucket of four entries. A new key takes
 * the entry with the lowest version of its bucket, and that version becomes the bucket's floor: of
 * versions above the floor the bucket knows all, of others only what it still holds. A lookup that
 * finds no entry therefore answers with the floor, and a read that is known to be fresh through the
 * floor needs no more. Since commit versions only grow, what is forgotten first is what the
 * watermark has covered longest.
 *
 * <p>Beside a version the table may hold, by reference, the key and the value that were written
 * with it, so that a transaction can be run again on the newest values before storage has them. A
 * fingerprint alone would not do there: two keys may share one.
 *
 * <pre>
 *   bucket: | fingerprint 0..3 | version 0..3 |   64 bytes, one cache line's worth
 * </pre>
 *
 * <p>One thread writes and calls {@link #newest}; any thread may call {@link #newestConcurrently}.
 * An entry's version serves as its own sequence lock: versions never repeat within an entry, and an
 * entry that changes hands is {@link #CHANGING} meanwhile.
 */
public class CommittedVersions {

  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int WAYS = 4;
  private static final int BUCKET_LONGS = 2 * WAYS;
  private static final long CHANGING = -1;

  private final long[] buckets;
  private final long[] floors;
  private final int bucketMask;

  /** By entry; null until the first value is remembered. */
  private Key[] keys;

  private byte[][] values;

  /**
   * An empty table with a floor of 0.
   *
   * @param entries how many keys it holds; rounded up to a power of two, 4 or more
   */
  public CommittedVersions(int entries) {
    int bucketCount = Integer.highestOneBit(Math.max(1, (entries + WAYS - 1) / WAYS * 2 - 1));
    buckets = new long[bucketCount * BUCKET_LONGS];
    floors = new long[bucketCount];
    bucketMask = bucketCount - 1;
  }

  /**
   * Forgets nothing that it knows, but no longer claims to know all above 0: of versions up to this
   * one it knows only what it holds. Before anything else is asked of it.
   */
  public final void startAfter(long version) {
    Arrays.fill(floors, version);
  }

  private int bucketOf(long fingerprint) {
    return (int) fingerprint & bucketMask;
  }

  /**
   * The newest version of a key; if there is none in the table, the negative of the floor: no
   * version above the floor exists. Owner's thread.
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
   * A committed version of a key, which may already have been overtaken, or 0 if none was seen. Any
   * thread.
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
   * Records a committed write; its version is higher than any before. Owner's thread.
   *
   * @return the entry that holds it, to be given to {@link #remember}; valid until the next call
   */
  public int committed(long fingerprint, long version) {
    int entry = record(fingerprint, version);
    if (keys != null) {
      keys[entry] = null;
      values[entry] = null;
    }
    return entry;
  }

  /** Keeps a written key and its value, null for a deleted one, in its entry. Owner's thread. */
  public void remember(int entry, Key key, byte[] value) {
    if (keys == null) {
      keys = new Key[buckets.length / 2];
      values = new byte[keys.length][];
    }
    keys[entry] = key;
    values[entry] = value;
  }

  /** The entry that holds a fingerprint's newest version; negative if none does. Owner's thread. */
  final int find(long fingerprint) {
    int base = bucketOf(fingerprint) * BUCKET_LONGS;
    for (int way = 0; way < WAYS; way++) {
      if (buckets[base + way] == fingerprint && buckets[base + WAYS + way] != 0) {
        return base / 2 + way;
      }
    }
    return -1;
  }

  /** Whether an entry knows the value of just this key. Owner's thread. */
  boolean remembers(int entry, Key key) {
    return keys != null && key.equals(keys[entry]);
  }

  /** The value that an entry remembers; null for a deleted key. Owner's thread. */
  protected byte[] value(int entry) {
    return values[entry];
  }

  /** The version that an entry holds. Owner's thread. */
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
