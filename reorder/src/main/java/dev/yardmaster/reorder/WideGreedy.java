package dev.yardmaster.reorder;

/** {@link SmallGreedy} over rows of several words. */
final class WideGreedy {
  private double[] scores = new double[0];

  /** Takes vertices until few enough are left, and returns how many it took by their scores. */
  int solve(WideKernel kernel, int fewEnough) {
    if (scores.length < kernel.size()) {
      scores = new double[Capacity.atLeast(kernel.size())];
    }
    int guesses = 0;
    kernel.reduceLocally();
    for (; kernel.liveCount() > fewEnough; guesses++) {
      scoreChanged(kernel);
      kernel.take(highest(kernel));
      kernel.reduceLocally();
    }
    return guesses;
  }

  private void scoreChanged(WideKernel kernel) {
    long[] changed = kernel.changed();
    for (int i = 0; i < kernel.words(); i++) {
      for (long bits = changed[i] & kernel.live()[i]; bits != 0; bits &= bits - 1) {
        int v = (i << 6) + Long.numberOfTrailingZeros(bits);
        scores[v] = score(kernel, v);
      }
      changed[i] = 0;
    }
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
    int score = successors * predecessors + SmallGreedy.PARTNER_SCORE * partners;
    return (double) score / kernel.weight(v);
  }

  private int highest(WideKernel kernel) {
    int highest = -1;
    double highestScore = -1;
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
