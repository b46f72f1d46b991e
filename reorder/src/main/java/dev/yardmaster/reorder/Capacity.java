package dev.yardmaster.reorder;

/**
 * The growth of arrays: to a power of two, so that slowly growing batches need few reallocations.
 */
public final class Capacity {
  private Capacity() {}

  public static int atLeast(int needed) {
    return Integer.highestOneBit(Math.max(16, needed) - 1) << 1;
  }
}
