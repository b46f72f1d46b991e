package dev.yardmaster.reorder;

/**
 * A feedback vertex set of at most 64 vertices by greed: take the vertex with the highest score,
 * apply the local rules of {@link SmallKernel}, and repeat.
 *
 * <p>The score is in-degree · out-degree + 200 · partners, over the weight. A cycle of two must
 * lose one of its vertices, whereas a product of degrees only guesses at the cycles; hence the
 * factor. Of equal scores the youngest is taken.
 */
final class SmallGreedy {
  static final int PARTNER_SCORE = 200;

  private SmallGreedy() {}

  /** Takes vertices until none is left. */
  static void solve(SmallKernel kernel) {
    kernel.reduceLocally();
    while (kernel.live() != 0) {
      kernel.take(highest(kernel));
      kernel.reduceLocally();
    }
  }

  private static int highest(SmallKernel kernel) {
    long live = kernel.live();
    int highest = Long.numberOfTrailingZeros(live);
    double highestScore = 0;
    double highestWeight = 1;
    for (long rest = live; rest != 0; rest &= rest - 1) {
      int v = Long.numberOfTrailingZeros(rest);
      long successors = kernel.out()[v] & live;
      long predecessors = kernel.in()[v] & live;
      int product = Long.bitCount(successors) * Long.bitCount(predecessors);
      int partners = Long.bitCount(successors & predecessors);
      double score = product + PARTNER_SCORE * partners;
      double weight = kernel.weight(v);
      // The quotients are compared by their products, which are faster.
      if (score * highestWeight >= highestScore * weight) {
        highest = v;
        highestScore = score;
        highestWeight = weight;
      }
    }
    return highest;
  }
}
