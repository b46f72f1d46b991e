package dev.yardmaster.benchmarks.workload.tpce.check;

import java.util.Arrays;

/**
 * Adds up the lots of each position. The caller adds the lots in the order of their positions'
 * keys.
 */
final class LotSums {

  private long[] keys = new long[1024];
  private long[] sums = new long[1024];
  private int count;
  private int next;

  void add(long key, long quantity) {
    if (count == 0 || keys[count - 1] != key) {
      if (count == keys.length) {
        keys = Arrays.copyOf(keys, 2 * count);
        sums = Arrays.copyOf(sums, 2 * count);
      }
      keys[count] = key;
      sums[count] = 0;
      count++;
    }
    sums[count - 1] += quantity;
  }

  boolean hasNext() {
    return next < count;
  }

  /** Returns the key of the current position. */
  long key() {
    return keys[next];
  }

  /** Returns the sum of the current position's lots. */
  long sum() {
    return sums[next];
  }

  /** Advances to the next position. */
  void next() {
    next++;
  }
}
