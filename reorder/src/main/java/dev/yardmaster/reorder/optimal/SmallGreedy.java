package dev.yardmaster.reorder.optimal;

/**
 * Finds a greedy feedback vertex set of a graph of at most 64 vertices. The algorithm takes the
 * vertex with the highest score, applies the local rules of {@link SmallKernel}, and repeats this.
 *
 * <p>The score is (in-degree · out-degree + 200 · partners) / weight. Two vertices are partners if
 * there are edges between them in both directions. The factor 200 is large because a partner is a
 * certain cycle: one of two partners must be taken. The product of degrees is only an estimate of
 * the number of cycles. If several vertices have the same score, the youngest is taken.
 */
final class SmallGreedy {
  static final int PARTNER_SCORE = 200;
  private static final int NONE = -1;

  private SmallGreedy() {}

  /**
   * Takes vertices until no vertex is left. Returns the number of vertices that were taken by their
   * scores.
   */
  static int solve(SmallKernel kernel) {
    int guesses = 0;
    kernel.reduceLocally();
    while (kernel.live() != 0) {
      int v = highest(kernel);
      if (v == NONE) {
        kernel.reduceLocally();
      } else {
        kernel.take(v);
        guesses++;
      }
    }
    return guesses;
  }

  /**
   * Returns the vertex with the highest score, or {@code NONE} if a local rule has decided a vertex
   * during the search.
   */
  private static int highest(SmallKernel kernel) {
    long[] out = kernel.out();
    long[] in = kernel.in();
    long live = kernel.live();
    int highest = NONE;
    double highestScore = 0;
    for (long rest = live; rest != 0; rest &= rest - 1) {
      int v = Long.numberOfTrailingZeros(rest);
      long successors = out[v] & live;
      long predecessors = in[v] & live;
      if (((successors & (successors - 1)) == 0 || (predecessors & (predecessors - 1)) == 0)
          && kernel.decide(v)) {
        return NONE;
      }
      int outDegree = Long.bitCount(successors);
      int inDegree = Long.bitCount(predecessors);
      int partners = Long.bitCount(successors & predecessors);
      double score = score(outDegree, inDegree, partners, kernel.weight(v));
      if (score >= highestScore) {
        highest = v;
        highestScore = score;
      }
    }
    kernel.settle();
    return highest;
  }

  static double score(int outDegree, int inDegree, int partners, long weight) {
    int score = outDegree * inDegree + PARTNER_SCORE * partners;
    // For weight 1, the slow division is avoided.
    return weight == 1 ? score : score / (double) weight;
  }
}
