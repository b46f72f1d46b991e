package dev.yardmaster.reorder.greedy;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Capacity;
import dev.yardmaster.reorder.WriterTable;
import java.util.Arrays;
import java.util.Objects;

/**
 * The conflict graph of a batch. There is an edge r → w if r reads a key that another transaction w
 * writes. Then r must commit before w.
 *
 * <p>If r reads several keys that w writes, there is still only one edge. No transaction has an
 * edge to itself. Adjacency is stored in both directions as flat arrays. The successors of t are
 * {@code targets[outStart[t]]} up to, but not including, {@code targets[outStart[t + 1]]}, in no
 * particular order. The predecessors are stored in the same way in {@code sources}, oldest first.
 *
 * <p>Source: Ding, Kot and Gehrke, PVLDB 12(2), sections 3.2 and 4: the write sets are hashed, and
 * the read sets probe this table. The class is single-threaded. The memory is reused, and grows
 * only for a graph that is larger than all earlier graphs.
 */
public final class ConflictGraph {
  private final WriterTable writerTable = new WriterTable();

  private int size;
  private int edges;
  private int[] outStart = new int[1];
  private int[] targets = new int[0];
  private int[] inStart = new int[2];
  private int[] sources = new int[0];
  private int[] lastReader = new int[0];

  /**
   * Replaces the graph by the graph of the batch. The cost is O(transactions + reads + writes +
   * conflicts).
   */
  public void build(AccessSets batch) {
    size = batch.size();
    edges = 0;
    if (lastReader.length < size) {
      int capacity = Capacity.atLeast(size);
      lastReader = new int[capacity];
      outStart = new int[capacity + 1];
      inStart = new int[capacity + 2];
    }
    Arrays.fill(inStart, 0, size + 2, 0);
    writerTable.build(batch);
    if (writerTable.isEmpty()) {
      Arrays.fill(outStart, 0, size + 1, 0);
      return;
    }
    probeReads(batch);
    if (edges > 0) {
      transpose();
    }
  }

  /** Returns the number of transactions, which are the vertices. */
  public int size() {
    return size;
  }

  /** Returns the number of distinct edges. */
  public int edges() {
    return edges;
  }

  /** Returns the number of transactions that must commit after {@code t}. */
  public int outDegree(int t) {
    return outStart[Objects.checkIndex(t, size) + 1] - outStart[t];
  }

  /** Returns the number of transactions that must commit before {@code t}. */
  public int inDegree(int t) {
    return inStart[Objects.checkIndex(t, size) + 1] - inStart[t];
  }

  /** Returns the {@code i}-th transaction, from 0, that must commit after {@code t}. */
  public int successor(int t, int i) {
    return targets[outStart[t] + Objects.checkIndex(i, outDegree(t))];
  }

  /** Returns the {@code i}-th transaction, from 0, that must commit before {@code t}. */
  public int predecessor(int t, int i) {
    return sources[inStart[t] + Objects.checkIndex(i, inDegree(t))];
  }

  public WriterTable writerTable() {
    return writerTable;
  }

  public int[] outStart() {
    return outStart;
  }

  public int[] targets() {
    return targets;
  }

  int[] inStart() {
    return inStart;
  }

  int[] sources() {
    return sources;
  }

  /** Stores the successors of each transaction, and counts the in-degree of w in inStart[w + 2]. */
  private void probeReads(AccessSets batch) {
    long[] fingerprints = batch.rawReads();
    int[] writers = writerTable.writers();
    Arrays.fill(lastReader, 0, size, -1);
    int edge = 0;
    for (int r = 0, i = 0; r < size; r++) {
      outStart[r] = edge;
      lastReader[r] = r; // A transaction has no edge to itself.
      for (int end = batch.readEnd(r); i < end; i++) {
        int key = writerTable.find(fingerprints[i]);
        if (key < 0) {
          continue;
        }
        int writersEnd = writerTable.end(key);
        int j = writerTable.start(key);
        reserveEdges(edge, writersEnd - j);
        for (; j < writersEnd; j++) {
          int w = writers[j];
          if (lastReader[w] != r) {
            lastReader[w] = r;
            targets[edge++] = w;
            inStart[w + 2]++;
          }
        }
      }
    }
    outStart[size] = edge;
    edges = edge;
  }

  private void reserveEdges(int used, int more) {
    if (targets.length < used + more) {
      targets = Arrays.copyOf(targets, Capacity.atLeast(used + more));
    }
  }

  private void transpose() {
    if (sources.length < edges) {
      sources = new int[targets.length];
    }
    // After the first loop, inStart[w + 1] is the start of w. The second loop stores the
    // predecessors, and moves inStart[w + 1] to the end of w.
    for (int w = 0; w < size; w++) {
      inStart[w + 2] += inStart[w + 1];
    }
    for (int r = 0, e = 0; r < size; r++) {
      for (int end = outStart[r + 1]; e < end; e++) {
        sources[inStart[targets[e] + 1]++] = r;
      }
    }
  }
}
