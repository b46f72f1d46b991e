package dev.yardmaster.engine.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The layout of a hash index's bucket: a cache line in an array of longs.
 *
 * <pre>
 *   0 header | 1 stamp | 2 key 0 | 3 key 1 | 4 key 2 | 5 key 3 | 6 records 0, 1 | 7 records 2, 3
 *
 *   header of a home bucket
 *   63                 31   30                  1   0
 *   | version             | next bucket, 0: none  | locked |
 * </pre>
 *
 * <p>A record stands there as its number plus one, so that places without an entry are 0. An
 * overflow bucket has its next bucket's number for a header, and no stamp: its home's counts.
 */
final class Bucket {

  static final int LONGS = 8;

  /** Places for entries. */
  static final int ENTRIES = 4;

  /**
   * Longs in front of an array's first bucket: with the array's own header of 16 bytes they make a
   * cache line. Long arrays begin with one where the collector puts them into regions of their own.
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

  /** The header, in the order in which stamps are raised and nodes locked. */
  static long headerVolatile(long[] slab, int at) {
    return (long) WORD.getVolatile(slab, at);
  }

  /** Whether nothing that was read since the header can have changed meanwhile. */
  static boolean isStill(long[] slab, int at, long header) {
    VarHandle.acquireFence();
    return (long) WORD.getOpaque(slab, at) == header;
  }

  static boolean isLocked(long header) {
    return (header & LOCKED) != 0;
  }

  /** Locks a bucket that is as it was seen. */
  static boolean lock(long[] slab, int at, long header) {
    boolean locked = WORD.compareAndSet(slab, at, header, header | LOCKED);
    VarHandle.releaseFence();
    return locked;
  }

  /** Unlocks a bucket with the next version. */
  static void unlock(long[] slab, int at, long header) {
    WORD.setRelease(slab, at, header);
  }

  /** The header after a change. */
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

  /** The place of a key; negative if the bucket does not have it. */
  static int slotOf(long[] slab, int at, long key) {
    for (int slot = 0; slot < ENTRIES; slot++) {
      if (slab[at + KEYS + slot] == key && record(slab, at, slot) != Index.NONE) {
        return slot;
      }
    }
    return -1;
  }

  /** How many entries it has; they stand in its first places. */
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

  /** The record of a place; {@link Index#NONE} if it is empty. */
  static int record(long[] slab, int at, int slot) {
    return (int) (slab[at + RECORDS + (slot >> 1)] >>> shift(slot)) - 1;
  }

  /** Fills a place; {@link Index#NONE} empties it. */
  static void put(long[] slab, int at, int slot, long key, int record) {
    slab[at + KEYS + slot] = key;
    int word = at + RECORDS + (slot >> 1);
    long others = slab[word] & ~(0xFFFF_FFFFL << shift(slot));
    slab[word] = others | (((record + 1) & 0xFFFF_FFFFL) << shift(slot));
  }

  private static int shift(int slot) {
    return (slot & 1) << 5;
  }
}
