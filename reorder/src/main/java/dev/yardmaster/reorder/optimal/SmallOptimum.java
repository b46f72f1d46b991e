package dev.yardmaster.reorder.optimal;

import java.util.Arrays;

/**
 * Finds the feedback vertex set of least weight in a graph of at most 64 vertices. The algorithm
 * trims the graph and reduces it with rules; the vertices that remain are the graph's kernel. Then
 * the algorithm finds a greedy set of the kernel. The weight of this set is the upper bound, and
 * the algorithm searches the kernel for a lighter set.
 *
 * <p>For typical batches, the kernel is empty after trimming or reduction, and the decisions of the
 * rules are optimal without a search. The worst case is exponential, so the search has a budget of
 * nodes. When the budget is used up, the result is the lightest set that was found, without
 * redundant vertices. This set may not be optimal. The result is never heavier than the greedy set.
 * With a budget of 0, the result is the greedy set.
 */
public final class SmallOptimum {
  private static final long[] ONES = ones();

  private final SmallKernel kernel = new SmallKernel();
  private final SmallKernel greedyKernel = new SmallKernel();
  private final SmallKernel renumbered = new SmallKernel();
  private final SmallSubgraph subgraph = new SmallSubgraph();
  private final SmallSearch search;

  private final long[] out = new long[SmallConflictGraph.MAX_SIZE];
  private final long[] in = new long[SmallConflictGraph.MAX_SIZE];
  private final long[] weights = new long[SmallConflictGraph.MAX_SIZE];
  private final int[] origin = new int[SmallConflictGraph.MAX_SIZE];
  private final int[] partners = new int[SmallConflictGraph.MAX_SIZE];

  private long victims;
  private boolean proven;

  public SmallOptimum(SmallSearch search) {
    this.search = search;
  }

  /**
   * Solves a graph in which every vertex weighs 1.
   *
   * @param graphIn the transpose of {@code graphOut}
   * @param cyclic a set of vertices that includes all vertices on a cycle
   * @param nodes the maximum number of nodes of a search tree; with 0 the set is found by the local
   *     rules and the greedy algorithm
   */
  public void solve(long[] graphOut, long[] graphIn, int size, long cyclic, long nodes) {
    solve(graphOut, graphIn, size, cyclic, ONES, nodes);
  }

  /** Solves a graph with weights of 1 or more, whose sum is at most 2^62. */
  public void solve(
      long[] graphOut, long[] graphIn, int size, long cyclic, long[] vertexWeights, long nodes) {
    if (nodes == 0) {
      solveGreedily(graphOut, graphIn, size, cyclic, vertexWeights);
      return;
    }
    kernel.load(graphOut, graphIn, size, cyclic, vertexWeights);
    kernel.reduce();
    proven = true;
    victims = kernel.taken();
    if (kernel.live() != 0) {
      solveKernel(nodes);
      if (!proven) {
        long found = minimal(victims, graphOut, graphIn, cyclic, vertexWeights);
        solveGreedily(graphOut, graphIn, size, cyclic, vertexWeights);
        if (greedyKernel.weight(found) <= greedyKernel.weight(victims)) {
          victims = found;
        }
      }
    }
  }

  public long victims() {
    return victims;
  }

  /** Returns whether it is proven that no feedback vertex set is lighter. */
  public boolean proven() {
    return proven;
  }

  /**
   * Solves the graph by the local rules and the greedy algorithm. If the rules alone decide all
   * vertices, the result is proven to be optimal.
   */
  private void solveGreedily(
      long[] graphOut, long[] graphIn, int size, long cyclic, long[] vertexWeights) {
    greedyKernel.load(graphOut, graphIn, size, cyclic, vertexWeights);
    proven = SmallGreedy.solve(greedyKernel) == 0;
    victims = greedyKernel.taken();
    if (!proven) {
      victims = minimal(victims, graphOut, graphIn, cyclic, vertexWeights);
    }
  }

  private void solveKernel(long nodes) {
    greedyKernel.load(kernel);
    SmallGreedy.solve(greedyKernel);
    long ofKernel = greedyKernel.taken() & ~kernel.taken();
    ofKernel = minimal(ofKernel, kernel.out(), kernel.in(), kernel.live(), kernel.weights());
    victims |= ofKernel;
    long limit = kernel.weight(ofKernel);
    renumber();
    proven = search.search(renumbered, limit, nodes);
    if (search.bestWeight() < limit) {
      victims = kernel.taken();
      for (long rest = search.bestTaken(); rest != 0; rest &= rest - 1) {
        victims |= 1L << origin[Long.numberOfTrailingZeros(rest)];
      }
    }
  }

  /** Numbers the kernel's vertices from 0, by ascending number of partners. */
  private void renumber() {
    int size = 0;
    for (long rest = kernel.live(); rest != 0; rest &= rest - 1) {
      int v = Long.numberOfTrailingZeros(rest);
      int count = Long.bitCount(kernel.partners(v));
      partners[v] = count;
      int place = size++;
      for (; place > 0 && partners[origin[place - 1]] > count; place--) {
        origin[place] = origin[place - 1];
      }
      origin[place] = v;
    }
    for (int i = 0; i < size; i++) {
      weights[i] = kernel.weight(origin[i]);
    }
    subgraph.copy(kernel.out(), kernel.in(), 1, origin, size, out, in);
    renumbered.load(out, in, size, SmallKernel.all(size), weights);
  }

  /**
   * Removes redundant vertices from a set. Tries the heaviest vertices first, and among vertices of
   * equal weight the oldest first.
   */
  private static long minimal(
      long set, long[] graphOut, long[] graphIn, long vertices, long[] vertexWeights) {
    long needed = set;
    for (long untried = set; untried != 0; ) {
      int heaviest = Long.numberOfTrailingZeros(untried);
      for (long rest = untried; rest != 0; rest &= rest - 1) {
        int v = Long.numberOfTrailingZeros(rest);
        if (vertexWeights[v] > vertexWeights[heaviest]) {
          heaviest = v;
        }
      }
      long bit = 1L << heaviest;
      untried ^= bit;
      long kept = vertices & ~needed;
      long after = graphOut[heaviest] & kept;
      long before = graphIn[heaviest] & kept;
      if ((after & before) == 0 && !isReached(before, after, graphOut, kept)) {
        needed ^= bit;
      }
    }
    return needed;
  }

  /**
   * Returns whether a path within the given vertices leads from {@code from} to {@code targets}.
   */
  private static boolean isReached(long targets, long from, long[] graphOut, long vertices) {
    if (targets == 0) {
      return false;
    }
    long unseen = vertices & ~from;
    for (long ahead = from; ahead != 0; ) {
      long successors = graphOut[Long.numberOfTrailingZeros(ahead)];
      if ((successors & targets) != 0) {
        return true;
      }
      ahead = (ahead & (ahead - 1)) | (successors & unseen);
      unseen &= ~successors;
    }
    return false;
  }

  private static long[] ones() {
    long[] ones = new long[SmallConflictGraph.MAX_SIZE];
    Arrays.fill(ones, 1);
    return ones;
  }
}
