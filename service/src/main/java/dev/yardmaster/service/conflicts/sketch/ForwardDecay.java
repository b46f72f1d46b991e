package dev.yardmaster.service.conflicts.sketch;

/**
 * Exponential decay that does not change the existing counts. Instead, later events get larger
 * weights, and a reader divides a count by the current weight (Cormode, Shkapenyuk, Srivastava, Xu,
 * <i>Forward Decay</i>, ICDE 2009). Only one thread may use an instance.
 */
final class ForwardDecay {

  /**
   * If the current weight exceeds this value, all weights are rescaled, because otherwise they
   * would lose precision.
   */
  private static final double MAX_WEIGHT = 1L << 40;

  private final double halfLifeNs;
  private long originNs;
  private double weight = 1;

  ForwardDecay(long halfLifeNs, long nowNs) {
    this.halfLifeNs = halfLifeNs;
    this.originNs = nowNs;
  }

  /** Sets the current time. */
  void goTo(long nowNs) {
    weight = Math.pow(2, (nowNs - originNs) / halfLifeNs);
  }

  /** Returns the weight of an event at the current time. */
  double weight() {
    return weight;
  }

  /**
   * Returns whether the weights have become so large that the caller must divide all counts by the
   * current weight and then call {@link #restart}.
   */
  boolean isHeavy() {
    return weight > MAX_WEIGHT;
  }

  /** Resets the current weight to 1. */
  void restart(long nowNs) {
    originNs = nowNs;
    weight = 1;
  }
}
