package dev.yardmaster.service.trials;

/**
 * Estimates the density of conflicts: the share of pairs of transactions, in their first attempts,
 * of which one reads what the other writes. The density depends on the workload and hardly on the
 * tuned settings, so a change of the density is a change of the workload.
 *
 * <p>An estimate takes as many edges as are needed to tell a factor of 1.5 from chance, or as many
 * pairs as show that there are hardly any edges. Estimates are compared with the mean of those
 * since the last change; two in a row that are far off in the same direction are a change.
 * Densities are divided into classes, each 1.4 times as dense as the one before.
 */
final class Contention {

  /** Number of classes. */
  static final int CLASSES = 20;

  /** Densities below this are not distinguished. */
  private static final double SPARSE = 0.002;

  /** The change of the density's logarithm that counts: a factor of about 5/3. */
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

  /** The logarithm of the previous estimate if it was far off, otherwise NaN. */
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

  /** Returns whether there is an estimate. */
  boolean isKnown() {
    return estimates > 0;
  }

  /** Returns the class of the densities since the last change; call only if {@link #isKnown}. */
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
   * Takes the probes into account; returns true if conflicts have become much denser or sparser.
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
