package dev.yardmaster.service.trials;

/**
 * The system that {@link Trials} tune. The thread that runs the trials calls the methods.
 *
 * @param <S> one choice of all tuned settings
 * @param <C> the steps from one choice to another
 */
public interface Tunable<S, C extends Enum<C>> {

  /** Makes the system use a setting. */
  void use(S setting);

  /** Measures the system; called from time to time, and not during a comparison. */
  void measure(long nowNs);

  /** Returns the setting with those values adjusted that follow from the measurement by rule. */
  S fitted(S setting);

  /**
   * Returns the setting after one step; null if the step is not possible.
   *
   * @param tries how often the step was tried in vain
   */
  S after(C change, S present, int tries);

  /** Returns the step in the opposite direction. */
  C reverse(C change);

  /**
   * Returns whether a step is worth a trial.
   *
   * @param density recent share of pairs of transactions of which one reads what the other writes
   */
  boolean mayPay(C change, S present, double density);
}
