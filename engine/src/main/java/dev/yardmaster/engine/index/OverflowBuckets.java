package dev.yardmaster.engine.index;

import dev.yardmaster.annotations.Shared;
import java.util.Arrays;

/**
 * The overflow buckets of a hash index, for entries that do not fit into their home buckets.
 * Buckets are numbered from 1, and the numbers of freed buckets are reused. A reader may still
 * follow an old link to a bucket that was freed. The reader notices this, because the header of its
 * home bucket has changed.
 */
final class OverflowBuckets {

  private static final int SLAB_SHIFT = 8;
  private static final int SLAB_BUCKETS = 1 << SLAB_SHIFT;

  @Shared(
      writers = "the thread that allocates a bucket, under the monitor",
      readers = "all workers",
      access =
          "volatile reference; slabs are only added to the array. The buckets are "
              + "accessed like the home bucket of their chain: with plain reads and writes, "
              + "and the reader checks the header of the home bucket after each step")
  private volatile long[][] slabs = new long[0][];

  @Shared(
      writers = "workers that allocate a bucket",
      readers = "the same threads",
      access = "guarded by the monitor of the OverflowBuckets")
  private int next = 1;

  @Shared(
      writers = "workers that allocate or free a bucket",
      readers = "the same threads",
      access = "guarded by the monitor of the OverflowBuckets")
  private int free;

  @Shared(
      writers = "workers that allocate or free a bucket",
      readers = "any thread",
      access = "guarded by the monitor of the OverflowBuckets")
  private int inUse;

  /** Allocates an empty bucket without a next bucket, and returns the bucket's number. */
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

  /** Frees a bucket, which must be empty and in no chain. */
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
