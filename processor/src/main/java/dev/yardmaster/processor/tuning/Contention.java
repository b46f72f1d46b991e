package dev.yardmaster.processor.tuning;

/**
 * Watches how dense conflicts are: the share of pairs of requests of which one reads what the other
 * writes. That is a matter of the workload and hardly of the tuning, so where it has changed, the
 * workload has.
 *
 * <p>Estimates of some dozen milliseconds each are compared with the mean of those since the last
 * change; two in a row that are far off are a change. Densities are put into classes, each 1.4
 * times as dense as the one before.
 */
final class Contention {

  /** Number of classes. */
  static final int CLASSES = 24;

  private static final int LEAST_PROBES = 300;

  /** Below this there is nothing to tell apart. */
  private static final double SPARSE = 0.002;

  /** A change in the logarithm: half as much again. */
  private static final double FAR = 0.4;

  private final long watchNs;
  private long beganNs;
  private long probesBefore;
  private long edgesBefore;

  private double density;
  private double meanLog;
  private int estimates;
  private int farInARow;

  Contention(long watchNs, long nowNs) {
    this.watchNs = watchNs;
    this.beganNs = nowNs;
  }

  /** The last estimate, 0 to 1. */
  double density() {
    return density;
  }

  /** Whether there is an estimate. */
  boolean isKnown() {
    return estimates > 0;
  }

  /** The class of the densities since the last change; where {@link #isKnown}. */
  int classNow() {
    double above = meanLog - Math.log(SPARSE);
    return (int) Math.max(0, Math.min(CLASSES - 1, Math.round(2 * above / Math.log(2))));
  }

  /** Takes note of what was probed; true if conflicts have become much denser or sparser. */
  boolean hasChanged(long nowNs, Signs signs) {
    if (nowNs - beganNs < watchNs || signs.probes() - probesBefore < LEAST_PROBES) {
      return false;
    }
    density =
        (double) (signs.edgesProbed() - edgesBefore) / Math.max(1, signs.probes() - probesBefore);
    beganNs = nowNs;
    probesBefore = signs.probes();
    edgesBefore = signs.edgesProbed();
    double log = Math.log(Math.max(SPARSE, density));
    if (estimates > 0 && Math.abs(log - meanLog) > FAR) {
      if (++farInARow < 2) {
        return false;
      }
      farInARow = 0;
      estimates = 1;
      meanLog = log;
      return true;
    }
    farInARow = 0;
    estimates = Math.min(16, estimates + 1);
    meanLog += (log - meanLog) / estimates;
    return false;
  }
}
