package dev.yardmaster.engine.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The layout of a bucket of a hash index. A bucket is 64 bytes of an array of longs, which is the
 * size of a cache line.
 *
 * <pre>
 *   0 header | 1 stamp | 2 key 0 | 3 key 1 | 4 key 2 | 5 key 3 | 6 records 0, 1 | 7 records 2, 3
 *
 *   header of a home bucket
 *   63                 31   30                  1   0
 *   | version             | next bucket, 0: none  | locked |
 * </pre>
 *
 * <p>A record is stored as its number plus one, so 0 marks an empty position. The header of an
 * overflow bucket contains only the number of the next bucket. The stamp of an overflow bucket is
 * unused; the stamp of the home bucket is valid for the whole chain.
 */
final class Bucket {

  static final int LONGS = 8;

  static final int ENTRIES = 4;

  /**
   * The number of unused longs in front of an array's first bucket. Together with the array's
   * object header of 16 bytes, they fill a cache line. A large array begins at a cache-line
   * boundary if the garbage collector allocates it in its own region.
   */
  static final int PADDING = 6;

  static final int MAX_LINK = (1 << 30) - 1;

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private static final int STAMP = 1;
  private static final int KEYS = 2;
  private static final int RECORDS = 6;

  private static final long LOCKED = 1;
  private static final int LINK_SHIFT = 1;
  private static final int VERSION_SHIFT = 31;

  private Bucket() {}

  static long header(long[] slab, int at) {
    return (long) WORD.getAcquire(slab, at);
  }

  /**
   * Returns the header. The read is volatile. So the read is ordered with respect to the operations
   * that raise stamps and lock nodes.
   */
  static long headerVolatile(long[] slab, int at) {
    return (long) WORD.getVolatile(slab, at);
  }

  /**
   * Returns whether the header is unchanged. If so, all values that the caller has read since it
   * read the header are consistent.
   */
  static boolean isStill(long[] slab, int at, long header) {
    VarHandle.acquireFence();
    return (long) WORD.getOpaque(slab, at) == header;
  }

  static boolean isLocked(long header) {
    return (header & LOCKED) != 0;
  }

  /** Locks a bucket if its header is still equal to the given header. */
  static boolean lock(long[] slab, int at, long header) {
    boolean locked = WORD.compareAndSet(slab, at, header, header | LOCKED);
    VarHandle.releaseFence();
    return locked;
  }

  /** Unlocks a bucket by storing a header that has the next version. */
  static void unlock(long[] slab, int at, long header) {
    WORD.setRelease(slab, at, header);
  }

  /** Returns the header after a change: the next version, unlocked. */
  static long changed(long header, int link) {
    return (((header >>> VERSION_SHIFT) + 1) << VERSION_SHIFT) | ((long) link << LINK_SHIFT);
  }

  static int link(long header) {
    return (int) (header >>> LINK_SHIFT) & MAX_LINK;
  }

  static long stamp(long[] slab, int at) {
    return (long) WORD.getVolatile(slab, at + STAMP);
  }

  static void raiseStamp(long[] slab, int at, long stamp) {
    long known = stamp(slab, at);
    while (known < stamp) {
      known = (long) WORD.compareAndExchange(slab, at + STAMP, known, stamp);
    }
  }

  /**
   * Returns the position of a key's entry, or a negative number if the bucket has no entry for the
   * key.
   */
  static int slotOf(long[] slab, int at, long key) {
    int matches =
        isEqual(slab[at + KEYS], key)
            | isEqual(slab[at + KEYS + 1], key) << 1
            | isEqual(slab[at + KEYS + 2], key) << 2
            | isEqual(slab[at + KEYS + 3], key) << 3;
    while (matches != 0) {
      int slot = Integer.numberOfTrailingZeros(matches);
      if (record(slab, at, slot) != Index.NONE) {
        return slot;
      }
      matches &= matches - 1;
    }
    return -1;
  }

  /**
   * Returns 1 if two keys are equal, otherwise 0. The method has no branch, because the CPU could
   * not predict at which position of a bucket a key is.
   */
  private static int isEqual(long one, long other) {
    long difference = one ^ other;
    return (int) (~(difference | -difference) >>> (Long.SIZE - 1));
  }

  /** Returns the number of entries. The entries occupy the first positions of the bucket. */
  static int count(long[] slab, int at) {
    int count = 0;
    while (count < ENTRIES && record(slab, at, count) != Index.NONE) {
      count++;
    }
    return count;
  }

  static long key(long[] slab, int at, int slot) {
    return slab[at + KEYS + slot];
  }

  /** Returns the record at a position, or {@link Index#NONE} if the position is empty. */
  static int record(long[] slab, int at, int slot) {
    return (int) (slab[at + RECORDS + (slot >> 1)] >>> shift(slot)) - 1;
  }

  /** Sets the entry at a position; the record {@link Index#NONE} empties the position. */
  static void put(long[] slab, int at, int slot, long key, int record) {
    slab[at + KEYS + slot] = key;
    int word = at + RECORDS + (slot >> 1);
    long others = slab[word] & ~(0xFFFF_FFFFL << shift(slot));
    slab[word] = others | (((record + 1) & 0xFFFF_FFFFL) << shift(slot));
  }

  /** Empties all positions. */
  static void clear(long[] slab, int at) {
    for (int word = KEYS; word < LONGS; word++) {
      slab[at + word] = 0;
    }
  }

  private static int shift(int slot) {
    return (slot & 1) << 5;
  }
}
