package dev.yardmaster.service.trials;

/** What trials have found out at one density of conflicts; changes are given by their numbers. */
final class TrialHistory<S> {

  private static final int MAX_DOUBLED = 12;
  private static final int MAX_DOUBLED_AGAIN = 4;

  private final int[] pauses;
  private final int[] vain;
  private S best;

  /**
   * Creates an empty history with a setting to start with.
   *
   * @param changes the number of possible changes
   */
  TrialHistory(S best, int changes) {
    this.best = best;
    pauses = new int[changes];
    vain = new int[changes];
  }

  /** Returns a copy, which continues on its own. */
  TrialHistory<S> copy() {
    TrialHistory<S> copy = new TrialHistory<>(best, pauses.length);
    System.arraycopy(pauses, 0, copy.pauses, 0, pauses.length);
    System.arraycopy(vain, 0, copy.vain, 0, vain.length);
    return copy;
  }

  /** Returns the best known setting. */
  S best() {
    return best;
  }

  /** Records that a change was better; the change back is then not tried soon. */
  void better(int change, int reverse, S now) {
    best = now;
    pauses[change] = 0;
    vain[change] = 0;
    lengthen(reverse);
  }

  /** Records that a change was not better. */
  void vain(int change) {
    vain[change]++;
    lengthen(change);
  }

  private void lengthen(int change) {
    pauses[change] = Math.min(MAX_DOUBLED, pauses[change] + 1);
  }

  /** Returns how often in a row a change was tried in vain. */
  int timesInVain(int change) {
    return vain[change];
  }

  /**
   * Returns the pause before a change is tried again: {@code unitNs}, doubled after each trial in
   * vain.
   */
  long pause(int change, long unitNs) {
    return unitNs << pauses[change];
  }

  /** Returns the pause when conflicts have returned to this density. */
  long pauseOnReturn(int change, long unitNs) {
    return unitNs << Math.min(MAX_DOUBLED_AGAIN, pauses[change]);
  }
}
