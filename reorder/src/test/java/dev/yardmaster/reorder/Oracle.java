package dev.yardmaster.reorder;

import dev.yardmaster.reorder.batch.Reorderer;
import java.util.HashSet;
import java.util.Set;

/**
 * Computes by brute force the results that the reorderer must find. The class applies the
 * definitions directly, with exhaustive search.
 */
public final class Oracle {
  private Oracle() {}

  /**
   * Returns for each transaction the bit set of the other transactions that write a key that it
   * reads. The batch must have at most 31 transactions.
   */
  public static int[] successors(AccessSets batch) {
    boolean[][] edges = edges(batch);
    int[] rows = new int[batch.size()];
    for (int r = 0; r < rows.length; r++) {
      for (int w = 0; w < rows.length; w++) {
        rows[r] |= edges[r][w] ? 1 << w : 0;
      }
    }
    return rows;
  }

  public static boolean[][] edges(AccessSets batch) {
    boolean[][] edges = new boolean[batch.size()][batch.size()];
    for (int r = 0; r < edges.length; r++) {
      Set<Long> read = new HashSet<>();
      for (int i = batch.readStart(r); i < batch.readEnd(r); i++) {
        read.add(batch.readAt(i));
      }
      for (int w = 0; w < edges.length; w++) {
        for (int j = batch.writeStart(w); j < batch.writeEnd(w); j++) {
          edges[r][w] |= r != w && read.contains(batch.writeAt(j));
        }
      }
    }
    return edges;
  }

  /**
   * Returns the size of a smallest feedback vertex set. The method tries all subsets. A set of
   * vertices is acyclic if one vertex has no successor in the set and the other vertices are
   * acyclic.
   */
  public static int smallestFeedbackVertexSet(int[] successors) {
    int n = successors.length;
    boolean[] acyclic = new boolean[1 << n];
    acyclic[0] = true;
    int largest = 0;
    for (int set = 1; set < acyclic.length; set++) {
      for (int v = 0; v < n && !acyclic[set]; v++) {
        boolean last = (set & 1 << v) != 0 && (successors[v] & set) == 0;
        acyclic[set] = last && acyclic[set & ~(1 << v)];
      }
      if (acyclic[set]) {
        largest = Math.max(largest, Integer.bitCount(set));
      }
    }
    return n - largest;
  }

  /**
   * Returns the weight of a lightest feedback vertex set. The method tries all subsets, like {@link
   * #smallestFeedbackVertexSet}.
   */
  public static long lightestFeedbackVertexSet(long[] successors, int size, long[] weights) {
    long[] heaviest = new long[1 << size]; // The weight of the set if it is acyclic, otherwise -1.
    long most = 0;
    for (int set = 1; set < heaviest.length; set++) {
      heaviest[set] = -1;
      for (int rest = set; rest != 0 && heaviest[set] < 0; rest &= rest - 1) {
        int v = Integer.numberOfTrailingZeros(rest);
        int others = set & ~(1 << v);
        if ((successors[v] & set) == 0 && heaviest[others] >= 0) {
          heaviest[set] = heaviest[others] + weights[v];
        }
      }
      most = Math.max(most, heaviest[set]);
    }
    long total = 0;
    for (int v = 0; v < size; v++) {
      total += weights[v];
    }
    return total - most;
  }

  /**
   * Returns whether the unmarked vertices have no cycle. The method repeatedly removes vertices
   * without a remaining successor.
   */
  public static boolean isAcyclic(boolean[][] edges, boolean[] without) {
    boolean[] done = without.clone();
    boolean changed = true;
    boolean all = false;
    while (changed && !all) {
      changed = false;
      all = true;
      for (int v = 0; v < edges.length; v++) {
        if (!done[v]) {
          boolean last = true;
          for (int w = 0; w < edges.length && last; w++) {
            last = done[w] || !edges[v][w];
          }
          done[v] = last;
          changed |= last;
          all &= last;
        }
      }
    }
    return all;
  }

  /**
   * Returns the maximum number of transactions that commit in any order of the batch, if a
   * transaction with stale reads aborts. The method runs all orders and does not use edges.
   */
  public static int mostCommits(AccessSets batch) {
    return mostCommits(batch, new HashSet<>(), 0, 0);
  }

  private static int mostCommits(AccessSets batch, Set<Long> written, int tried, int commits) {
    int most = commits;
    for (int t = 0; t < batch.size(); t++) {
      if ((tried & 1 << t) != 0 || readsAny(batch, t, written)) {
        continue;
      }
      Set<Long> after = new HashSet<>(written);
      for (int i = batch.writeStart(t); i < batch.writeEnd(t); i++) {
        after.add(batch.writeAt(i));
      }
      most = Math.max(most, mostCommits(batch, after, tried | 1 << t, commits + 1));
    }
    return most;
  }

  private static boolean readsAny(AccessSets batch, int t, Set<Long> keys) {
    for (int i = batch.readStart(t); i < batch.readEnd(t); i++) {
      if (keys.contains(batch.readAt(i))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the first survivor that reads stale data if the survivors run in their order; -1 if
   * there is none.
   */
  public static int firstStaleSurvivor(AccessSets batch, Reorderer reorderer) {
    Set<Long> written = new HashSet<>();
    for (int i = 0; i < reorderer.survivors(); i++) {
      int t = reorderer.survivor(i);
      if (readsAny(batch, t, written)) {
        return t;
      }
      for (int j = batch.writeStart(t); j < batch.writeEnd(t); j++) {
        written.add(batch.writeAt(j));
      }
    }
    return -1;
  }
}
