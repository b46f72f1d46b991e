package dev.yardmaster.reorder;

/** {@link SmallGreedy} over rows of several words. */
final class WideGreedy {
  private WideGreedy() {}

  /** Takes vertices until none is left. */
  static void solve(WideKernel kernel) {
    kernel.reduceLocally();
    while (kernel.liveCount() > 0) {
      kernel.take(highest(kernel));
      kernel.reduceLocally();
    }
  }

  private static int highest(WideKernel kernel) {
    long[] live = kernel.live();
    int highest = -1;
    double highestScore = -1;
    for (int v = kernel.next(live, 0); v >= 0; v = kernel.next(live, v + 1)) {
      double product = (double) kernel.degree(kernel.out(), v) * kernel.degree(kernel.in(), v);
      double score =
          (product + SmallGreedy.PARTNER_SCORE * kernel.partners(v)) / (double) kernel.weight(v);
      if (score >= highestScore) {
        highest = v;
        highestScore = score;
      }
    }
    return highest;
  }
}
