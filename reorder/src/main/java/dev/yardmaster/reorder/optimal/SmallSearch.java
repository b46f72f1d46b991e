package dev.yardmaster.reorder.optimal;

/**
 * Searches for the feedback vertex set of least weight in a kernel of at most 64 vertices by branch
 * and bound.
 *
 * <p>At each node of the search tree, the search first applies the local rules of {@link
 * SmallKernel}. The node is cut if the weight taken so far plus a lower bound for the rest reaches
 * the weight of the best set. Otherwise the search branches on the vertex with the most partners.
 * One branch takes the vertex. The second branch keeps the vertex out of the set, and so takes all
 * partners of the vertex.
 *
 * <p>For the lower bound, the search finds disjoint cliques of partners, and then disjoint short
 * cycles. Every feedback vertex set contains all vertices of a clique except at most one. So the
 * clique adds at least its weight without its heaviest vertex. The set contains at least one vertex
 * of each cycle. So the cycle adds at least the weight of its lightest vertex. Vertices are
 * numbered by ascending number of partners, so that cliques start at the vertices with the fewest
 * partners.
 *
 * <p>The exact solvers of the PACE 2022 challenge use this form of search; see {@link SmallKernel}.
 * The depth of the tree is at most the number of the kernel's vertices. Each level has its own
 * memory.
 */
public final class SmallSearch {
  private final SmallKernel[] levels = new SmallKernel[SmallConflictGraph.MAX_SIZE + 1];
  private final long[] layers = new long[SmallConflictGraph.MAX_SIZE + 1];

  private long bestWeight;
  private long bestTaken;
  private long nodes;
  private long budget;

  public SmallSearch() {
    for (int depth = 0; depth < levels.length; depth++) {
      levels[depth] = new SmallKernel();
    }
  }

  /**
   * Searches for a set that is lighter than a limit.
   *
   * @param kernel a kernel whose vertices are numbered by ascending number of partners
   * @param limit the weight below which the set must be
   * @param mostNodes the maximum number of nodes to visit
   * @return whether the search was complete; if so, no set is lighter than {@link #bestWeight}
   */
  boolean search(SmallKernel kernel, long limit, long mostNodes) {
    bestWeight = limit;
    bestTaken = 0;
    nodes = 0;
    budget = mostNodes;
    levels[0].load(kernel);
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
   * Returns the lightest set, including the vertices that the kernel had already taken. The result
   * is undefined if no set was found.
   */
  long bestTaken() {
    return bestTaken;
  }

  /** Returns the number of nodes that the last search visited. */
  long nodes() {
    return nodes;
  }

  private void visit(int depth) {
    SmallKernel kernel = levels[depth];
    while (true) {
      kernel.reduceLocally();
      if (kernel.takenWeight() >= bestWeight) {
        return;
      }
      if (kernel.live() == 0) {
        bestWeight = kernel.takenWeight();
        bestTaken = kernel.taken();
        return;
      }
      if (++nodes > budget || isBoundedBy(kernel, bestWeight - kernel.takenWeight())) {
        return;
      }
      int v = mostPartners(kernel);
      SmallKernel child = levels[depth + 1];
      child.load(kernel);
      child.take(v);
      visit(depth + 1);
      if (nodes > budget) {
        return;
      }
      kernel.keep(v);
    }
  }

  private static int mostPartners(SmallKernel kernel) {
    long live = kernel.live();
    int best = -1;
    int bestScore = -1;
    for (long rest = live; rest != 0; rest &= rest - 1) {
      int v = Long.numberOfTrailingZeros(rest);
      long successors = kernel.out()[v] & live;
      long predecessors = kernel.in()[v] & live;
      // The number of partners has priority, because the product of degrees is less than 64 * 64.
      int score =
          (Long.bitCount(successors & predecessors) << 12)
              + Long.bitCount(successors) * Long.bitCount(predecessors);
      if (score >= bestScore) {
        best = v;
        bestScore = score;
      }
    }
    return best;
  }

  /**
   * Returns whether every feedback vertex set of the remaining graph weighs at least {@code
   * enough}.
   */
  private boolean isBoundedBy(SmallKernel kernel, long enough) {
    long[] out = kernel.out();
    long[] in = kernel.in();
    long bound = 0;
    long unpacked = kernel.live();
    for (long rest = unpacked; rest != 0; ) {
      int v = Long.numberOfTrailingZeros(rest);
      rest &= rest - 1;
      long joining = out[v] & in[v] & rest;
      if (joining == 0) {
        continue;
      }
      unpacked ^= 1L << v;
      long sum = kernel.weight(v);
      long heaviest = sum;
      do {
        int u = Long.numberOfTrailingZeros(joining);
        rest ^= 1L << u;
        unpacked ^= 1L << u;
        long weight = kernel.weight(u);
        sum += weight;
        heaviest = Math.max(heaviest, weight);
        joining &= out[u] & in[u];
      } while (joining != 0);
      bound += sum - heaviest;
      if (bound >= enough) {
        return true;
      }
    }
    // No two of the remaining vertices are partners, so each cycle has at least three vertices.
    return bound + kernel.weight(unpacked) / 3 >= enough
        && packCycles(kernel, unpacked, bound, enough);
  }

  private boolean packCycles(SmallKernel kernel, long vertices, long cliques, long enough) {
    long bound = cliques;
    long unpacked = SmallConflictGraph.trim(kernel.out(), kernel.in(), vertices);
    while (unpacked != 0) {
      int v = Long.numberOfTrailingZeros(unpacked);
      long cycle = shortestCycle(kernel, v, unpacked);
      if (cycle == 0) {
        unpacked ^= 1L << v;
      } else {
        long lightest = Long.MAX_VALUE;
        for (long rest = cycle; rest != 0; rest &= rest - 1) {
          lightest = Math.min(lightest, kernel.weight(Long.numberOfTrailingZeros(rest)));
        }
        bound += lightest;
        if (bound >= enough) {
          return true;
        }
        unpacked &= ~cycle;
      }
      unpacked = SmallConflictGraph.trim(kernel.out(), kernel.in(), unpacked);
    }
    return false;
  }

  /** Returns the vertices of a shortest cycle through v, or none. */
  private long shortestCycle(SmallKernel kernel, int v, long vertices) {
    long[] out = kernel.out();
    long[] in = kernel.in();
    long bit = 1L << v;
    long unseen = vertices & ~bit;
    layers[0] = bit;
    for (int depth = 0; layers[depth] != 0; depth++) {
      if ((layers[depth] & in[v]) != 0) {
        return backTrack(in, v, depth);
      }
      long next = 0;
      for (long rest = layers[depth]; rest != 0; rest &= rest - 1) {
        next |= out[Long.numberOfTrailingZeros(rest)];
      }
      layers[depth + 1] = next & unseen;
      unseen &= ~next;
    }
    return 0;
  }

  private long backTrack(long[] in, int v, int lastLayer) {
    long cycle = 1L << v;
    int from = v;
    for (int depth = lastLayer; depth > 0; depth--) {
      from = Long.numberOfTrailingZeros(layers[depth] & in[from]);
      cycle |= 1L << from;
    }
    return cycle;
  }
}
