package dev.yardmaster.service.trials;

/**
 * What is set by {@link Trials}. Called by the thread that looks.
 *
 * @param <S> one choice of all that is set
 * @param <C> the steps from one choice to another
 */
public interface Tunable<S, C extends Enum<C>> {

  /** From now on the system goes by this. */
  void use(S setting);

  /** Notes how the system does; to be asked now and then, and not during a comparison. */
  void measure(long nowNs);

  /** The setting with what is set by rule as it fits what was measured. */
  S fitted(S setting);

  /**
   * The setting after one step; null if the step is not possible.
   *
   * @param tries how often it was tried in vain
   */
  S after(C change, S present, int tries);

  /** The step back. */
  C reverse(C change);

  /**
   * Whether a step is worth a trial.
   *
   * @param density share of pairs of transactions of which one reads what the other writes; lately
   */
  boolean mayPay(C change, S present, double density);
}
