package dev.yardmaster.reorder.optimal;

import dev.yardmaster.reorder.Capacity;

/**
 * Trims sets of vertices of a graph of bits in several words, and removes redundant vertices from
 * feedback vertex sets.
 */
final class WideTrim {
  private static final int FEW = 8;

  private long[] ahead = new long[0];
  private long[] targets = new long[0];
  private long[] kept = new long[0];
  private int[] byWeight = new int[0];

  /**
   * Removes from a set vertices that have no predecessor or no successor in the set. The method
   * makes sweeps over the set, until a sweep removes only a few vertices. The local rules remove
   * the remaining vertices of this kind more cheaply, because they examine only the neighbours of
   * removed vertices.
   *
   * @return the number of remaining vertices
   */
  static int trim(long[] out, long[] in, int words, long[] set) {
    int count = WideConflictGraph.count(set, words);
    while (true) {
      for (int word = 0; word < words; word++) {
        for (long rest = set[word]; rest != 0; rest &= rest - 1) {
          int row = ((word << 6) + Long.numberOfTrailingZeros(rest)) * words;
          long after = 0;
          long before = 0;
          for (int i = 0; i < words; i++) {
            after |= out[row + i] & set[i];
            before |= in[row + i] & set[i];
          }
          // The expression has no branch, because the CPU could not predict whether a vertex is
          // removed.
          long kept = ((after | -after) & (before | -before)) >> (Long.SIZE - 1);
          set[word] &= kept | ~(rest & -rest);
        }
      }
      int keptCount = WideConflictGraph.count(set, words);
      if (count - keptCount <= count / FEW || keptCount == 0) {
        return keptCount;
      }
      count = keptCount;
    }
  }

  /**
   * Removes redundant members from a feedback vertex set. Tries the heaviest members first, and the
   * oldest first if weights are equal.
   *
   * @param vertices a set of the graph's vertices that includes all vertices on a cycle
   */
  void makeMinimal(long[] out, long[] in, int words, long[] vertices, long[] weights, long[] set) {
    reserve(words);
    int count = sortByWeight(words, weights, set);
    for (int i = 0; i < count; i++) {
      int v = byWeight[i];
      for (int k = 0; k < words; k++) {
        kept[k] = vertices[k] & ~set[k];
      }
      if (!isOnCycleOfTwo(out, in, words, v) && !isOnCycle(out, in, words, v)) {
        set[v >>> 6] &= ~(1L << v);
      }
    }
  }

  /**
   * Returns whether v forms a cycle of two with a kept vertex. This cheap test decides most cases.
   */
  private boolean isOnCycleOfTwo(long[] out, long[] in, int words, int v) {
    for (int i = 0, row = v * words; i < words; i++) {
      if ((out[row + i] & in[row + i] & kept[i]) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a path leads from v back to v through kept vertices. */
  private boolean isOnCycle(long[] out, long[] in, int words, int v) {
    long any = 0;
    for (int i = 0, row = v * words; i < words; i++) {
      ahead[i] = out[row + i] & kept[i];
      targets[i] = in[row + i] & kept[i];
      kept[i] &= ~ahead[i];
      any |= targets[i];
    }
    for (int i = 0; i < words && any != 0; ) {
      if (ahead[i] == 0) {
        i++;
        continue;
      }
      int row = ((i << 6) + Long.numberOfTrailingZeros(ahead[i])) * words;
      ahead[i] &= ahead[i] - 1;
      long reached = 0;
      for (int k = 0; k < words; k++) {
        long successors = out[row + k];
        reached |= successors & targets[k];
        ahead[k] |= successors & kept[k];
        kept[k] &= ~successors;
      }
      if (reached != 0) {
        return true;
      }
      i = 0;
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
      ahead = new long[capacity];
      targets = new long[capacity];
      kept = new long[capacity];
      byWeight = new int[capacity * Long.SIZE];
    }
  }
}
