package dev.yardmaster.benchmarks.measure;

/**
 * How disturbed a round was, by the kernel's own figures.
 *
 * @param others share of the machine's processor time that other processes took; NaN if unknown.
 *     What is measured, its servers and clients are no others. The kernel's time for interrupts is
 *     nobody's
 * @param pressure share of the time in which something that wanted a processor had none; NaN if
 *     unknown. A side at full load makes some by itself, so this only stands beside
 * @param attempts how often the round was run; this is the least disturbed
 */
public record Disturbance(double others, double pressure, int attempts) {

  /**
   * From where on a round is disturbed. Throughput of a quiet machine differs by a twentieth from
   * repeat to repeat, so what costs less cannot be seen.
   */
  public static final double MAX_OTHERS_SHARE = 0.05;

  /** How often a disturbed round is run again at most: what lasts longer does not go by itself. */
  public static final int MAX_REMEASURED_PER_ROUND = 2;

  /** Share of a comparison's rounds that are run again at most, so that it ends in time. */
  public static final double MAX_REMEASURED_SHARE = 0.5;

  /** Nothing is known. */
  public static final Disturbance UNKNOWN = new Disturbance(Double.NaN, Double.NaN, 1);

  /** Whether others took more than can be overlooked; not if that is unknown. */
  public boolean isDisturbed() {
    return others > MAX_OTHERS_SHARE;
  }

  /** Whether anything is known. */
  public boolean isKnown() {
    return !Double.isNaN(others);
  }

  /** The same after some attempts. */
  Disturbance after(int newAttempts) {
    return new Disturbance(others, pressure, newAttempts);
  }
}
