package dev.yardmaster.reorder;

import dev.yardmaster.reorder.optimal.SmallConflictGraph;
import java.util.SplittableRandom;

/** A random weighted directed graph without self-loops, which can be reproduced from its seed. */
public final class RandomDigraph {
  public final int size;
  public final boolean[][] edges;
  public final long[] weights;
  private final long seed;

  private RandomDigraph(long seed, int size) {
    this.seed = seed;
    this.size = size;
    edges = new boolean[size][size];
    weights = new long[size];
  }

  /** Creates a graph of random density, in which no, some or many edges have a reverse edge. */
  public static RandomDigraph of(long seed, int leastSize, int mostSize, boolean weighted) {
    SplittableRandom random = new SplittableRandom(seed);
    int size = // The size is the smaller of two draws, because trying all subsets is slow.
        Math.min(random.nextInt(leastSize, mostSize + 1), random.nextInt(leastSize, mostSize + 1));
    RandomDigraph graph = new RandomDigraph(seed, size);
    double density = random.nextDouble() * random.nextDouble();
    double mutual = random.nextInt(3) / 3.0;
    for (int v = 0; v < graph.size; v++) {
      for (int w = 0; w < graph.size; w++) {
        if (v != w && random.nextDouble() < density) {
          graph.edges[v][w] = true;
          graph.edges[w][v] |= random.nextDouble() < mutual;
        }
      }
    }
    int kind = random.nextInt(3);
    for (int v = 0; v < graph.size; v++) {
      long weight =
          switch (kind) {
            case 0 -> 1 + random.nextInt(5);
            case 1 -> 1L << random.nextInt(6);
            default -> 1 + (random.nextLong() >>> 8);
          };
      graph.weights[v] = weighted ? weight : 1;
    }
    return graph;
  }

  /** Returns the successors of each vertex, as bit sets. The graph has at most 64 vertices. */
  public long[] out() {
    long[] rows = new long[SmallConflictGraph.MAX_SIZE];
    for (int v = 0; v < size; v++) {
      for (int w = 0; w < size; w++) {
        rows[v] |= edges[v][w] ? 1L << w : 0;
      }
    }
    return rows;
  }

  /** Returns the predecessors of each vertex, as bit sets. The graph has at most 64 vertices. */
  public long[] in() {
    long[] rows = new long[SmallConflictGraph.MAX_SIZE];
    for (int v = 0; v < size; v++) {
      for (int w = 0; w < size; w++) {
        rows[w] |= edges[v][w] ? 1L << v : 0;
      }
    }
    return rows;
  }

  /**
   * Creates a batch with this conflict graph, which begins with the given number of idle
   * transactions (transactions without conflicts). Each edge has its own key.
   */
  public AccessSets batch(int idle) {
    AccessSets batch = new AccessSets();
    for (int t = 0; t < idle; t++) {
      batch.begin(0, 1);
      batch.read(-1L);
    }
    for (int t = 0; t < size; t++) {
      batch.begin(0, weights[t]);
      addAccesses(batch, t, 0);
    }
    return batch;
  }

  /**
   * Adds the accesses of transaction {@code v} that cause its edges. The accesses use size² keys,
   * which begin at {@code firstKey}.
   */
  void addAccesses(AccessSets batch, int v, long firstKey) {
    for (int other = 0; other < size; other++) {
      if (edges[v][other]) {
        batch.read(firstKey + (long) v * size + other);
      }
      if (edges[other][v]) {
        batch.write(firstKey + (long) other * size + v);
      }
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("seed=" + seed + " size=" + size);
    for (int v = 0; v < size; v++) {
      text.append("\n  ").append(v).append(" weight=").append(weights[v]).append(" to");
      for (int w = 0; w < size; w++) {
        text.append(edges[v][w] ? " " + w : "");
      }
    }
    return text.toString();
  }
}
