package dev.yardmaster.engine.index;

import java.util.Arrays;

/**
 * Buckets for the entries that find no place in their home buckets, numbered from 1. A number that
 * was given back is given out again; whoever still reads the bucket under its old home sees that
 * home's header changed.
 */
final class OverflowBuckets {

  private static final int SLAB_SHIFT = 8;
  private static final int SLAB_BUCKETS = 1 << SLAB_SHIFT;

  private volatile long[][] slabs = new long[0][];
  private int next = 1;
  private int free;
  private int inUse;

  /** An empty bucket without a next one. */
  synchronized int take() {
    inUse++;
    if (free != 0) {
      int taken = free;
      long[] slab = slab(taken);
      int at = at(taken);
      free = (int) slab[at];
      slab[at] = 0;
      return taken;
    }
    if (next > Bucket.MAX_LINK) {
      throw new IllegalStateException("a hash index has at most 2^30 overflow buckets");
    }
    int slab = next >>> SLAB_SHIFT;
    if (slab == slabs.length || slabs[slab] == null) {
      long[][] more = Arrays.copyOf(slabs, Math.max(slabs.length, slab + slab / 2 + 1));
      more[slab] = new long[Bucket.PADDING + SLAB_BUCKETS * Bucket.LONGS];
      slabs = more;
    }
    return next++;
  }

  /** Takes back a bucket that is empty and in no chain. */
  synchronized void free(int number) {
    inUse--;
    slab(number)[at(number)] = free;
    free = number;
  }

  synchronized int inUse() {
    return inUse;
  }

  long[] slab(int number) {
    return slabs[number >>> SLAB_SHIFT];
  }

  static int at(int number) {
    return Bucket.PADDING + (number & (SLAB_BUCKETS - 1)) * Bucket.LONGS;
  }
}
