package dev.yardmaster.trials;

/**
 * Estimates how many pairs of transactions conflict (the density of conflicts). The density is the
 * share of pairs of transactions in which one transaction reads a key that the other writes. Only
 * first attempts of transactions are counted. The density depends on the workload, and hardly on
 * the settings that are being tuned. Therefore, if the density changes, the workload has changed.
 *
 * <p>A pair of transactions with such a conflict is called an edge. An estimate ends when it has
 * found {@link TunerPace#edges()} edges. This number is large enough to distinguish a change of the
 * density by a factor of 1.5 from chance. If there are hardly any edges, the estimate ends after a
 * maximum number of tested pairs. Each estimate is compared with the mean of the estimates since
 * the last change. If two consecutive estimates are far from the mean in the same direction, the
 * density counts as changed. The range of densities is divided into classes, so that similar
 * densities can share results. Each class begins at 1.4 times the density at which the previous
 * class begins.
 */
final class Contention {

  /** The number of classes of densities. */
  static final int CLASSES = 20;

  /**
   * The lowest density that is distinguished. All lower densities are treated like this density.
   */
  private static final double SPARSE = 0.002;

  /**
   * The density counts as changed if its logarithm differs by this amount, which is a factor of
   * about 5/3.
   */
  private static final double FAR = 0.5;

  private static final int MAX_AVERAGED = 16;

  private final TunerPace pace;
  private final int mostProbes;
  private long beganNs;
  private long probesBefore;
  private long edgesBefore;

  private double density;
  private double meanLog;
  private int estimates;

  /** The logarithm of the last estimate if that estimate was far from the mean, otherwise NaN. */
  private double farLog = Double.NaN;

  Contention(TunerPace pace, long nowNs) {
    this.pace = pace;
    this.mostProbes = (int) (pace.edges() / (2 * SPARSE));
    this.beganNs = nowNs;
  }

  /** Returns the last estimate, from 0 to 1. */
  double density() {
    return density;
  }

  /** Returns whether there is at least one estimate. */
  boolean isKnown() {
    return estimates > 0;
  }

  /**
   * Returns the class of the density, from the estimates since the last change. Call this method
   * only if {@link #isKnown} returns true.
   */
  int classNow() {
    double above = meanLog - Math.log(SPARSE);
    return (int) Math.max(0, Math.min(CLASSES - 1, Math.round(2 * above / Math.log(2))));
  }

  private void beginAnew(long nowNs, TrialMetrics metrics) {
    beganNs = nowNs;
    probesBefore = metrics.probes();
    edgesBefore = metrics.edgesProbed();
  }

  /**
   * Processes the pairs that were tested since the last call. Returns whether conflicts have become
   * much denser or sparser.
   */
  boolean hasChanged(long nowNs, TrialMetrics metrics) {
    long probes = metrics.probes() - probesBefore;
    long edges = metrics.edgesProbed() - edgesBefore;
    if (nowNs - beganNs < pace.watchNs() || (edges < pace.edges() && probes < mostProbes)) {
      return false;
    }
    density = (double) edges / Math.max(1, probes);
    beginAnew(nowNs, metrics);
    return note(Math.log(Math.max(SPARSE, density)));
  }

  private boolean note(double log) {
    double off = log - meanLog;
    if (estimates == 0 || Math.abs(off) <= FAR) {
      farLog = Double.NaN;
      estimates = Math.min(MAX_AVERAGED, estimates + 1);
      meanLog += off / estimates;
      return false;
    }
    if (Double.isNaN(farLog) || (farLog > meanLog) != (off > 0)) {
      farLog = log;
      return false;
    }
    meanLog = (log + farLog) / 2;
    estimates = 2;
    farLog = Double.NaN;
    return true;
  }
}
