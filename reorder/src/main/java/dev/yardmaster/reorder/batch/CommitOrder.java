package dev.yardmaster.reorder.batch;

import dev.yardmaster.reorder.Capacity;
import dev.yardmaster.reorder.VictimSet;
import dev.yardmaster.reorder.greedy.ConflictGraph;
import dev.yardmaster.reorder.optimal.SmallConflictGraph;
import dev.yardmaster.reorder.optimal.SmallKernel;
import dev.yardmaster.reorder.optimal.WideConflictGraph;

/**
 * Puts the survivors of a batch into commit order. The commit order is a topological order. A
 * transaction is ready when all its predecessors have their positions. The next transaction is
 * always the oldest ready transaction.
 *
 * <p>Source: Kahn, Topological sorting of large networks, CACM 5(11), 1962. A transaction may be
 * placed next when no survivor that is not placed yet has an edge to it. Readers therefore commit
 * before the writers that would make their reads stale. The cost is O(V + E), plus one scan of the
 * ready bits, at most V/64 words, for each survivor.
 */
final class CommitOrder {
  private int[] order = new int[0];
  private int[] waitingFor = new int[0];
  private long[] ready = new long[0];
  private int size;

  /** Orders all transactions except the victims. Without the victims, the graph must be acyclic. */
  void build(ConflictGraph graph, VictimSet victims) {
    int vertices = graph.size();
    reserve(vertices);
    if (graph.edges() == 0) {
      byAge(vertices);
      return;
    }
    for (int v = 0; v < vertices; v++) {
      waitingFor[v] = graph.inDegree(v);
    }
    for (int i = 0; i < victims.size(); i++) {
      release(graph, victims.get(i));
    }
    for (int v = 0; v < vertices; v++) {
      if (waitingFor[v] == 0 && !victims.contains(v)) {
        ready[v >>> 6] |= 1L << v;
      }
    }
    size = 0;
    int survivors = vertices - victims.size();
    for (int word = 0; size < survivors; ) {
      if (ready[word] == 0) {
        word++;
        continue;
      }
      int v = (word << 6) + Long.numberOfTrailingZeros(ready[word]);
      ready[word] &= ready[word] - 1;
      order[size++] = v;
      word = Math.min(word, releaseReady(graph, victims, v));
    }
  }

  /** Orders the transactions of a graph whose rows have one word. */
  void build(SmallConflictGraph graph, VictimSet victims) {
    reserve(graph.size());
    long[] out = graph.out();
    long[] in = graph.in();
    long left = SmallKernel.all(graph.size()) & ~victims.word(0);
    long now = left;
    for (long rest = left; rest != 0; rest &= rest - 1) {
      now &= ~((in[Long.numberOfTrailingZeros(rest)] & left) == 0 ? 0 : rest & -rest);
    }
    size = 0;
    while (now != 0) {
      int v = Long.numberOfTrailingZeros(now);
      now &= now - 1;
      left ^= 1L << v;
      order[size++] = v;
      for (long after = out[v] & left; after != 0; after &= after - 1) {
        if ((in[Long.numberOfTrailingZeros(after)] & left) == 0) {
          now |= after & -after;
        }
      }
    }
  }

  /** Orders the transactions of a graph whose rows have several words. */
  void build(WideConflictGraph graph, VictimSet victims) {
    reserve(graph.size());
    int words = graph.words();
    for (int v = 0; v < graph.size(); v++) {
      if (!victims.contains(v)) {
        waitingFor[v] = 0;
        for (int i = 0, row = v * words; i < words; i++) {
          waitingFor[v] += Long.bitCount(graph.in()[row + i] & ~victims.word(i));
        }
        if (waitingFor[v] == 0) {
          ready[v >>> 6] |= 1L << v;
        }
      }
    }
    size = 0;
    int survivors = graph.size() - victims.size();
    for (int word = 0; size < survivors; ) {
      if (ready[word] == 0) {
        word++;
        continue;
      }
      int v = (word << 6) + Long.numberOfTrailingZeros(ready[word]);
      ready[word] &= ready[word] - 1;
      order[size++] = v;
      for (int i = words - 1, row = v * words; i >= 0; i--) {
        for (long after = graph.out()[row + i] & ~victims.word(i); after != 0; after &= after - 1) {
          if (--waitingFor[(i << 6) + Long.numberOfTrailingZeros(after)] == 0) {
            ready[i] |= after & -after;
            word = Math.min(word, i);
          }
        }
      }
    }
  }

  /** Returns the number of survivors. */
  int size() {
    return size;
  }

  /** Returns the transaction at position {@code i} of the commit order, from 0. */
  int get(int i) {
    return order[i];
  }

  private void reserve(int vertices) {
    if (order.length < vertices) {
      int capacity = Capacity.atLeast(vertices);
      order = new int[capacity];
      waitingFor = new int[capacity];
      ready = new long[(capacity + Long.SIZE - 1) >>> 6];
    }
  }

  private void byAge(int vertices) {
    size = vertices;
    for (int v = 0; v < vertices; v++) {
      order[v] = v;
    }
  }

  private void release(ConflictGraph graph, int v) {
    int[] targets = graph.targets();
    for (int e = graph.outStart()[v], end = graph.outStart()[v + 1]; e < end; e++) {
      waitingFor[targets[e]]--;
    }
  }

  /**
   * Removes the edges from {@code v} to its successors. Returns the index of the lowest word of
   * {@code ready} in which a successor became ready.
   */
  private int releaseReady(ConflictGraph graph, VictimSet victims, int v) {
    int[] targets = graph.targets();
    int lowest = Integer.MAX_VALUE;
    for (int e = graph.outStart()[v], end = graph.outStart()[v + 1]; e < end; e++) {
      int w = targets[e];
      if (--waitingFor[w] == 0 && !victims.contains(w)) {
        ready[w >>> 6] |= 1L << w;
        lowest = Math.min(lowest, w >>> 6);
      }
    }
    return lowest;
  }
}
