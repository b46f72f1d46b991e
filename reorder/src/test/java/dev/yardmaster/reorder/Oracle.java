package dev.yardmaster.reorder;

import java.util.HashSet;
import java.util.Set;

/** Says by definition, and by trying everything, what the reorderer must find cleverly. */
final class Oracle {
  private Oracle() {}

  /** For each reader the bit set of the others that write a key it reads; at most 31 of them. */
  static int[] successors(AccessSets batch) {
    boolean[][] edges = edges(batch);
    int[] rows = new int[batch.size()];
    for (int r = 0; r < rows.length; r++) {
      for (int w = 0; w < rows.length; w++) {
        rows[r] |= edges[r][w] ? 1 << w : 0;
      }
    }
    return rows;
  }

  static boolean[][] edges(AccessSets batch) {
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
   * The size of a smallest feedback vertex set, over all subsets: a set of vertices is acyclic when
   * one of them has no successor in it and the others are acyclic.
   */
  static int smallestFeedbackVertexSet(int[] successors) {
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
   * The most transactions that commit over all orders of the batch when one whose reads are stale
   * aborts. It knows nothing of edges: it runs the orders.
   */
  static int mostCommits(AccessSets batch) {
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

  /** The first survivor whose reads are stale when the survivors run in their order, or -1. */
  static int firstStaleSurvivor(AccessSets batch, Reorderer reorderer) {
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
