package dev.yardmaster.reorder;

/**
 * A feedback vertex set of at most 64 vertices by greed: take the vertex with the highest score,
 * apply the local rules of {@link SmallKernel}, and repeat.
 *
 * <p>The score is in-degree · out-degree + 200 · partners, over the weight. A cycle of two must
 * lose one of its vertices, whereas a product of degrees only guesses at the cycles; hence the
 * factor. Of equal scores the youngest is taken. Only the scores of vertices that lost or gained a
 * neighbour are computed again.
 */
final class SmallGreedy {
  static final int PARTNER_SCORE = 200;

  private final double[] scores = new double[SmallConflictGraph.MAX_SIZE];

  /** Takes vertices until none is left, and returns how many it took by their scores. */
  int solve(SmallKernel kernel) {
    int guesses = 0;
    kernel.reduceLocally();
    for (; kernel.live() != 0; guesses++) {
      score(kernel, kernel.changed());
      kernel.take(highest(kernel.live()));
      kernel.reduceLocally();
    }
    return guesses;
  }

  private void score(SmallKernel kernel, long vertices) {
    for (long rest = vertices; rest != 0; rest &= rest - 1) {
      int v = Long.numberOfTrailingZeros(rest);
      long successors = kernel.out()[v] & kernel.live();
      long predecessors = kernel.in()[v] & kernel.live();
      int product = Long.bitCount(successors) * Long.bitCount(predecessors);
      int partners = Long.bitCount(successors & predecessors);
      scores[v] = (double) (product + PARTNER_SCORE * partners) / kernel.weight(v);
    }
  }

  private int highest(long vertices) {
    int highest = 0;
    double highestScore = 0;
    for (long rest = vertices; rest != 0; rest &= rest - 1) {
      int v = Long.numberOfTrailingZeros(rest);
      if (scores[v] >= highestScore) {
        highest = v;
        highestScore = scores[v];
      }
    }
    return highest;
  }
}
