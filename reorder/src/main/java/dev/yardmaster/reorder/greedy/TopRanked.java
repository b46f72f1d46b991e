package dev.yardmaster.reorder.greedy;

/**
 * Selects the k highest-ranked of several vertices.
 *
 * <p>The paper uses Quickselect (Hoare, FIND; Ding, Kot and Gehrke, PVLDB 12(2), section 4.1). For
 * a small k, a single pass is faster. The pass keeps the best k vertices so far in order, and
 * nearly every further vertex ranks below all k and needs only one comparison. For k above {@link
 * #MAX_KEPT_IN_ORDER}, Quickselect is used. The ranking is a total order, so both algorithms select
 * the same vertices.
 */
public final class TopRanked {
  static final int MAX_KEPT_IN_ORDER = 8;

  private TopRanked() {}

  /** Moves the {@code k} highest-ranked of the first {@code count} vertices to the front. */
  public static void select(int[] vertices, int count, int k, Ranking ranking) {
    if (k <= MAX_KEPT_IN_ORDER) {
      keepBest(vertices, count, k, ranking);
    } else if (k < count) {
      quickselect(vertices, count, k, ranking);
    }
  }

  private static void keepBest(int[] vertices, int count, int k, Ranking ranking) {
    for (int i = 1; i < count; i++) {
      int v = vertices[i];
      int place = Math.min(i, k);
      if (!ranking.before(v, vertices[place - 1])) {
        continue;
      }
      vertices[i] = vertices[place - 1];
      place--;
      for (; place > 0 && ranking.before(v, vertices[place - 1]); place--) {
        vertices[place] = vertices[place - 1];
      }
      vertices[place] = v;
    }
  }

  private static void quickselect(int[] vertices, int count, int k, Ranking ranking) {
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int pivot = vertices[(low + high) >>> 1];
      int i = low;
      int j = high;
      while (i <= j) {
        while (ranking.before(vertices[i], pivot)) {
          i++;
        }
        while (ranking.before(pivot, vertices[j])) {
          j--;
        }
        if (i <= j) {
          int swapped = vertices[i];
          vertices[i++] = vertices[j];
          vertices[j--] = swapped;
        }
      }
      if (k - 1 <= j) {
        high = j;
      } else if (k - 1 >= i) {
        low = i;
      } else {
        return;
      }
    }
  }
}
