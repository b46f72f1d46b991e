package dev.yardmaster.reorder.optimal;

import dev.yardmaster.reorder.Capacity;

/**
 * The algorithm of {@link SmallGreedy} on rows of several words. After each step it recomputes only
 * the scores of vertices that lost or gained a neighbour.
 */
final class WideGreedy {
  private double[] scores = new double[0];

  /**
   * Takes and decides vertices until at most {@code fewEnough} vertices are left. Returns the
   * number of vertices that were taken because of their scores.
   */
  int solve(WideKernel kernel, int fewEnough) {
    if (scores.length < kernel.size()) {
      scores = new double[Capacity.atLeast(kernel.size())];
    }
    int guesses = 0;
    while (kernel.liveCount() > fewEnough) {
      int v = kernel.nextPending();
      if (v < 0) {
        kernel.take(highest(kernel));
        guesses++;
      } else if (!kernel.decide(v)) {
        scores[v] = score(kernel, v);
      }
    }
    return guesses;
  }

  private static double score(WideKernel kernel, int v) {
    int successors = 0;
    int predecessors = 0;
    int partners = 0;
    for (int i = 0, row = v * kernel.words(); i < kernel.words(); i++) {
      long after = kernel.out()[row + i] & kernel.live()[i];
      long before = kernel.in()[row + i] & kernel.live()[i];
      successors += Long.bitCount(after);
      predecessors += Long.bitCount(before);
      partners += Long.bitCount(after & before);
    }
    return SmallGreedy.score(successors, predecessors, partners, kernel.weight(v));
  }

  private int highest(WideKernel kernel) {
    int highest = -1;
    double highestScore = 0;
    for (int i = 0; i < kernel.words(); i++) {
      for (long bits = kernel.live()[i]; bits != 0; bits &= bits - 1) {
        int v = (i << 6) + Long.numberOfTrailingZeros(bits);
        if (scores[v] >= highestScore) {
          highest = v;
          highestScore = scores[v];
        }
      }
    }
    return highest;
  }
}
