package dev.yardmaster.reorder.optimal;

/**
 * Searches for the feedback vertex set of least weight in a kernel of 65 to {@link #MAX_SIZE}
 * vertices by branch and bound. The class works like {@link SmallSearch}, but on rows of several
 * words. {@link SmallSearch} solves the nodes with at most 64 remaining vertices.
 *
 * <p>The memory of a level is allocated when the search first reaches its depth.
 */
final class WideSearch {
  static final int MAX_SIZE = 256;

  private final WideKernel[] levels = new WideKernel[MAX_SIZE + 1];
  private final SmallSearch smallSearch;
  private final SmallKernel small = new SmallKernel();
  private final long[] smallOut = new long[SmallConflictGraph.MAX_SIZE];
  private final long[] smallIn = new long[SmallConflictGraph.MAX_SIZE];
  private final long[] smallWeights = new long[SmallConflictGraph.MAX_SIZE];
  private final int[] smallOrigin = new int[SmallConflictGraph.MAX_SIZE];
  private final int[] smallPartners = new int[SmallConflictGraph.MAX_SIZE];
  private final SmallSubgraph subgraph = new SmallSubgraph();

  private final long[] bestTaken = new long[WideConflictGraph.words(MAX_SIZE)];
  private final long[] unpacked = new long[WideConflictGraph.words(MAX_SIZE)];
  private final long[] joining = new long[WideConflictGraph.words(MAX_SIZE)];
  private long bestWeight;
  private long nodes;
  private long budget;

  WideSearch(SmallSearch smallSearch) {
    this.smallSearch = smallSearch;
  }

  /**
   * Searches for a set that is lighter than a limit.
   *
   * @return whether the search was complete, so that no set is lighter than {@link #bestWeight}
   */
  boolean search(WideKernel kernel, long limit, long mostNodes) {
    bestWeight = limit;
    nodes = 0;
    budget = mostNodes;
    level(0).load(kernel);
    visit(0);
    return nodes <= budget;
  }

  /**
   * Returns the weight of the lightest set that was found, or the limit if no set is below the
   * limit.
   */
  long bestWeight() {
    return bestWeight;
  }

  /**
   * Returns the lightest set, including the vertices that the kernel had taken before. The result
   * is undefined if no set was found.
   */
  long[] bestTaken() {
    return bestTaken;
  }

  private WideKernel level(int depth) {
    if (levels[depth] == null) {
      levels[depth] = new WideKernel();
    }
    return levels[depth];
  }

  private void visit(int depth) {
    WideKernel kernel = levels[depth];
    while (true) {
      kernel.reduceLocally(SmallConflictGraph.MAX_SIZE);
      if (kernel.takenWeight() >= bestWeight) {
        return;
      }
      if (kernel.liveCount() <= SmallConflictGraph.MAX_SIZE) {
        finish(kernel);
        return;
      }
      if (++nodes > budget || isBoundedBy(kernel, bestWeight - kernel.takenWeight())) {
        return;
      }
      int v = mostPartners(kernel);
      WideKernel child = level(depth + 1);
      child.load(kernel);
      child.take(v);
      visit(depth + 1);
      if (nodes > budget) {
        return;
      }
      kernel.keep(v);
    }
  }

  private void finish(WideKernel kernel) {
    int size = kernel.liveCount();
    listByPartners(kernel);
    subgraph.copy(kernel.out(), kernel.in(), kernel.words(), smallOrigin, size, smallOut, smallIn);
    for (int i = 0; i < size; i++) {
      smallWeights[i] = kernel.weight(smallOrigin[i]);
    }
    small.load(smallOut, smallIn, size, SmallKernel.all(size), smallWeights);
    small.reduce();
    long limit = bestWeight - kernel.takenWeight();
    smallSearch.search(small, limit, budget - nodes);
    nodes += smallSearch.nodes();
    if (smallSearch.bestWeight() < limit) {
      bestWeight = kernel.takenWeight() + smallSearch.bestWeight();
      System.arraycopy(kernel.taken(), 0, bestTaken, 0, kernel.words());
      for (long rest = smallSearch.bestTaken(); rest != 0; rest &= rest - 1) {
        int v = smallOrigin[Long.numberOfTrailingZeros(rest)];
        bestTaken[v >>> 6] |= 1L << v;
      }
    }
  }

  private void listByPartners(WideKernel kernel) {
    int count = 0;
    for (int v = kernel.next(kernel.live(), 0); v >= 0; v = kernel.next(kernel.live(), v + 1)) {
      int partners = kernel.partners(v);
      int place = count++;
      for (; place > 0 && smallPartners[place - 1] > partners; place--) {
        smallOrigin[place] = smallOrigin[place - 1];
        smallPartners[place] = smallPartners[place - 1];
      }
      smallOrigin[place] = v;
      smallPartners[place] = partners;
    }
  }

  private static int mostPartners(WideKernel kernel) {
    long[] live = kernel.live();
    int best = -1;
    int bestScore = -1;
    for (int v = kernel.next(live, 0); v >= 0; v = kernel.next(live, v + 1)) {
      // The number of partners has priority, because the product of degrees is at most 256 * 256.
      int score =
          (kernel.partners(v) << 17)
              + kernel.degree(kernel.out(), v) * kernel.degree(kernel.in(), v);
      if (score >= bestScore) {
        best = v;
        bestScore = score;
      }
    }
    return best;
  }

  /**
   * Returns whether a lower bound from disjoint cliques of partners proves that every feedback
   * vertex set weighs at least {@code enough}.
   */
  private boolean isBoundedBy(WideKernel kernel, long enough) {
    int words = kernel.words();
    System.arraycopy(kernel.live(), 0, unpacked, 0, words);
    long bound = 0;
    for (int v = kernel.next(unpacked, 0); v >= 0; v = kernel.next(unpacked, v)) {
      bound += packClique(kernel, v);
      if (bound >= enough) {
        return true;
      }
    }
    return false;
  }

  private long packClique(WideKernel kernel, int v) {
    int words = kernel.words();
    long[] out = kernel.out();
    long[] in = kernel.in();
    unpacked[v >>> 6] &= ~(1L << v);
    long sum = kernel.weight(v);
    long heaviest = sum;
    for (int i = 0, row = v * words; i < words; i++) {
      joining[i] = unpacked[i] & out[row + i] & in[row + i];
    }
    for (int i = 0; i < words; i++) {
      while (joining[i] != 0) {
        int u = (i << 6) + Long.numberOfTrailingZeros(joining[i]);
        unpacked[i] &= ~(1L << u);
        sum += kernel.weight(u);
        heaviest = Math.max(heaviest, kernel.weight(u));
        for (int k = i, row = u * words; k < words; k++) {
          joining[k] &= out[row + k] & in[row + k];
        }
      }
    }
    return sum - heaviest;
  }
}
