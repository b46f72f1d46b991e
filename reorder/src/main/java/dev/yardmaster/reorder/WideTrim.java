package dev.yardmaster.reorder;

import java.util.Arrays;

/**
 * Trims sets of vertices of a graph of bits in several words, and feedback vertex sets to those
 * that a cycle needs.
 */
final class WideTrim {
  private long[] entered = new long[0];
  private long[] left = new long[0];
  private long[] kept = new long[0];
  private int[] byWeight = new int[0];

  /**
   * Drops from a set the vertices without a predecessor or without a successor in it, until none
   * is, by unions of rows as {@link SmallConflictGraph#trim} does.
   *
   * @return the number of vertices left
   */
  int trim(long[] out, long[] in, int words, long[] set) {
    reserve(words);
    int count = WideConflictGraph.count(set, words);
    while (true) {
      Arrays.fill(entered, 0, words, 0);
      Arrays.fill(left, 0, words, 0);
      for (int word = 0; word < words; word++) {
        for (long rest = set[word]; rest != 0; rest &= rest - 1) {
          int row = ((word << 6) + Long.numberOfTrailingZeros(rest)) * words;
          for (int i = 0; i < words; i++) {
            entered[i] |= out[row + i];
            left[i] |= in[row + i];
          }
        }
      }
      int keptCount = 0;
      for (int i = 0; i < words; i++) {
        set[i] &= entered[i] & left[i];
        keptCount += Long.bitCount(set[i]);
      }
      if (keptCount == count || keptCount == 0) {
        return keptCount;
      }
      count = keptCount;
    }
  }

  /**
   * Lets go of the members of a feedback vertex set, the heaviest tried first and of those the
   * oldest, that it can spare.
   *
   * @param vertices those of the graph, at least all on a cycle
   */
  void makeMinimal(long[] out, long[] in, int words, long[] vertices, long[] weights, long[] set) {
    reserve(words);
    int count = sortByWeight(words, weights, set);
    for (int i = 0; i < count; i++) {
      int v = byWeight[i];
      for (int k = 0; k < words; k++) {
        kept[k] = vertices[k] & ~set[k];
      }
      if (isOnCycle(out, in, words, v)) {
        continue;
      }
      kept[v >>> 6] |= 1L << v;
      if (trim(out, in, words, kept) == 0) {
        set[v >>> 6] &= ~(1L << v);
      }
    }
  }

  /** True when v is on a cycle of two with a vertex that is kept, which decides most. */
  private boolean isOnCycle(long[] out, long[] in, int words, int v) {
    for (int i = 0, row = v * words; i < words; i++) {
      if ((out[row + i] & in[row + i] & kept[i]) != 0) {
        return true;
      }
    }
    return false;
  }

  private int sortByWeight(int words, long[] weights, long[] set) {
    int count = 0;
    for (int i = 0; i < words; i++) {
      for (long rest = set[i]; rest != 0; rest &= rest - 1) {
        int v = (i << 6) + Long.numberOfTrailingZeros(rest);
        int place = count++;
        for (; place > 0 && weights[byWeight[place - 1]] < weights[v]; place--) {
          byWeight[place] = byWeight[place - 1];
        }
        byWeight[place] = v;
      }
    }
    return count;
  }

  private void reserve(int words) {
    if (kept.length < words) {
      int capacity = Capacity.atLeast(words);
      entered = new long[capacity];
      left = new long[capacity];
      kept = new long[capacity];
      byWeight = new int[capacity * Long.SIZE];
    }
  }
}
