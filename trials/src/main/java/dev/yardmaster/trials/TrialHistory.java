package dev.yardmaster.trials;

/**
 * Stores the results of the trials at one density of conflicts. Changes are identified by their
 * numbers.
 */
final class TrialHistory<S> {

  private static final int MAX_DOUBLED = 12;
  private static final int MAX_DOUBLED_AGAIN = 4;

  private final int[] pauses;
  private final int[] vain;
  private S best;

  /**
   * Creates an empty history with an initial setting.
   *
   * @param changes the number of possible changes
   */
  TrialHistory(S best, int changes) {
    this.best = best;
    pauses = new int[changes];
    vain = new int[changes];
  }

  /** Returns an independent copy. */
  TrialHistory<S> copy() {
    TrialHistory<S> copy = new TrialHistory<>(best, pauses.length);
    System.arraycopy(pauses, 0, copy.pauses, 0, pauses.length);
    System.arraycopy(vain, 0, copy.vain, 0, vain.length);
    return copy;
  }

  /** Returns the setting that has been best so far. */
  S best() {
    return best;
  }

  /**
   * Records that a change was better than the previous setting. The opposite change is then not
   * tried for some time.
   */
  void better(int change, int reverse, S now) {
    best = now;
    pauses[change] = 0;
    vain[change] = 0;
    lengthen(reverse);
  }

  /** Records that a change was not better than the previous setting. */
  void vain(int change) {
    vain[change]++;
    lengthen(change);
  }

  private void lengthen(int change) {
    pauses[change] = Math.min(MAX_DOUBLED, pauses[change] + 1);
  }

  /** Returns the number of consecutive trials in which a change was not better. */
  int timesInVain(int change) {
    return vain[change];
  }

  /**
   * Returns the pause before a change may be tried again, in ns. The pause is {@code unitNs}, and
   * doubles with each trial in which the change was not better.
   */
  long pause(int change, long unitNs) {
    return unitNs << pauses[change];
  }

  /**
   * Returns the pause before a change may be tried, in ns, after the conflicts have returned to
   * this density.
   */
  long pauseOnReturn(int change, long unitNs) {
    return unitNs << Math.min(MAX_DOUBLED_AGAIN, pauses[change]);
  }
}
