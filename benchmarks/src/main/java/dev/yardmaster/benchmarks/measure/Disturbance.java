package dev.yardmaster.benchmarks.measure;

/**
 * The disturbance of a round by other processes, from the kernel's figures.
 *
 * @param others share of the machine's processor time that other processes used; NaN if unknown.
 *     The measured process, its servers and its clients are not counted. Interrupts that the kernel
 *     attributes to no process are not counted either
 * @param pressure share of the time in which at least one task waited for a processor; NaN if
 *     unknown. A side at full load causes pressure too, so no decision depends on this value
 * @param attempts number of attempts of the round; the other values describe the least disturbed
 *     attempt
 */
public record Disturbance(double others, double pressure, int attempts) {

  /**
   * A round counts as disturbed if the share {@code others} is above this value. On an idle machine
   * throughput varies by 5% between repeats, so the effect of a smaller disturbance is not visible.
   */
  public static final double MAX_OTHERS_SHARE = 0.05;

  /**
   * The maximum number of additional attempts of a disturbed round. A disturbance that lasts longer
   * is not expected to end soon.
   */
  public static final int MAX_REMEASURED_PER_ROUND = 2;

  /**
   * Upper bound of the share of a comparison's rounds that are run again, so that the comparison
   * ends after a bounded time.
   */
  public static final double MAX_REMEASURED_SHARE = 0.5;

  /** An unknown disturbance. */
  public static final Disturbance UNKNOWN = new Disturbance(Double.NaN, Double.NaN, 1);

  /**
   * Returns whether other processes used more than {@link #MAX_OTHERS_SHARE}; false if the share is
   * unknown.
   */
  public boolean isDisturbed() {
    return others > MAX_OTHERS_SHARE;
  }

  /** Returns whether the disturbance is known. */
  public boolean isKnown() {
    return !Double.isNaN(others);
  }

  /** Returns this disturbance with another number of attempts. */
  Disturbance after(int newAttempts) {
    return new Disturbance(others, pressure, newAttempts);
  }
}
