package dev.yardmaster.trials;

/**
 * The system that {@link Trials} tunes. The thread that runs the trials calls the methods.
 *
 * @param <S> one combination of values of the tuned settings
 * @param <C> the steps from one combination to another
 */
public interface Tunable<S, C extends Enum<C>> {

  /**
   * The default for the smallest gain for which a step is kept, as the logarithm of a ratio of
   * commits; see {@link #minGain}.
   */
  double MIN_GAIN = 0.005;

  /** Makes the system use the given setting. */
  void use(S setting);

  /** Measures the system. The trials call this method periodically, but not during a trial. */
  void measure(long nowNs);

  /**
   * Returns whether the system's work has changed so much during the trial that the trial's result
   * would be meaningless. The trials call this method several times in each interval of a trial. By
   * default, the work does not change during a trial.
   */
  default boolean hasChanged(long nowNs) {
    return false;
  }

  /**
   * Returns a setting in which the values that are computed from measurements, instead of being
   * tried, are adjusted.
   */
  S fitted(S setting);

  /**
   * Returns the setting after one step; null if the step is not possible.
   *
   * @param tries the number of consecutive trials in which the step was not better
   */
  S after(C change, S present, int tries);

  /** Returns the step in the opposite direction. */
  C reverse(C change);

  /**
   * Returns whether a step is worth a trial.
   *
   * @param density the recent share of pairs of transactions in which one transaction reads a key
   *     that the other writes
   */
  boolean mayPay(C change, S present, double density);

  /**
   * Returns the pause after each trial, as a multiple of the trial's length. During the pause,
   * other trials can run, and the system adapts to the tuned setting.
   */
  default int pauseInTrials() {
    return 4;
  }

  /**
   * Returns the smallest gain for which a step is kept, as the logarithm of a ratio. The value is
   * negative for a step that is kept even if it reduces the commits a little.
   */
  default double minGain(C change, S present) {
    return MIN_GAIN;
  }
}
