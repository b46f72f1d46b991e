package dev.yardmaster.reorder;

/** How far arrays grow: to a power of two, so that batches of creeping size settle quickly. */
public final class Capacity {
  private Capacity() {}

  public static int atLeast(int needed) {
    return Integer.highestOneBit(Math.max(16, needed) - 1) << 1;
  }
}
