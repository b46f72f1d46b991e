package dev.yardmaster.processor.conflicts;

/**
 * Lets what happened long ago count less without touching it: what happens later weighs more
 * instead, and all is divided by the present weight when it is read (Cormode, Shkapenyuk,
 * Srivastava, Xu, <i>Forward Decay</i>, ICDE 2009, exponential). One thread.
 */
final class ForwardDecay {

  /** Weights are brought back to 1 before they lose digits. */
  private static final double MAX_WEIGHT = 1L << 40;

  private final double halfLifeNs;
  private long originNs;
  private double weight = 1;

  ForwardDecay(long halfLifeNs, long nowNs) {
    this.halfLifeNs = halfLifeNs;
    this.originNs = nowNs;
  }

  /** Goes to another time. */
  void goTo(long nowNs) {
    weight = Math.pow(2, (nowNs - originNs) / halfLifeNs);
  }

  /** What something that happens now weighs. */
  double weight() {
    return weight;
  }

  /** Whether all weights are to be divided by the present one, and {@link #restart} called. */
  boolean isHeavy() {
    return weight > MAX_WEIGHT;
  }

  /** The present weighs 1 again. */
  void restart(long nowNs) {
    originNs = nowNs;
    weight = 1;
  }
}
