package dev.yardmaster.reorder;

/**
 * Computes the new length of an array that must grow. The length is a power of two. So arrays are
 * rarely reallocated while batches grow slowly.
 */
public final class Capacity {
  private Capacity() {}

  public static int atLeast(int needed) {
    return Integer.highestOneBit(Math.max(16, needed) - 1) << 1;
  }
}
