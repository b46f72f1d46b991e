package dev.yardmaster.processor.conflicts;

/**
 * Exponential decay of counts without touching old ones: later events get larger weights instead,
 * and a count is divided by the current weight when it is read (Cormode, Shkapenyuk, Srivastava,
 * Xu, <i>Forward Decay</i>, ICDE 2009). One thread.
 */
final class ForwardDecay {

  /** Weights are rescaled to 1 above this, before they lose digits. */
  private static final double MAX_WEIGHT = 1L << 40;

  private final double halfLifeNs;
  private long originNs;
  private double weight = 1;

  ForwardDecay(long halfLifeNs, long nowNs) {
    this.halfLifeNs = halfLifeNs;
    this.originNs = nowNs;
  }

  /** Moves the current time. */
  void goTo(long nowNs) {
    weight = Math.pow(2, (nowNs - originNs) / halfLifeNs);
  }

  /** The weight of an event at the current time. */
  double weight() {
    return weight;
  }

  /** Whether the caller must divide all weights by the current weight and call {@link #restart}. */
  boolean isHeavy() {
    return weight > MAX_WEIGHT;
  }

  /** Sets the current weight back to 1. */
  void restart(long nowNs) {
    originNs = nowNs;
    weight = 1;
  }
}
