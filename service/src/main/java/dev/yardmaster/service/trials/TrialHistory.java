package dev.yardmaster.service.trials;

/** What trials have found out while conflicts were about so dense; changes by their numbers. */
final class TrialHistory<S> {

  private static final int MAX_DOUBLED = 12;
  private static final int MAX_DOUBLED_AGAIN = 4;

  private final int[] pauses;
  private final int[] vain;
  private S best;

  /** None yet but a setting to begin with, and so many changes. */
  TrialHistory(S best, int changes) {
    this.best = best;
    pauses = new int[changes];
    vain = new int[changes];
  }

  /** The same, to go on from. */
  TrialHistory<S> copy() {
    TrialHistory<S> copy = new TrialHistory<>(best, pauses.length);
    System.arraycopy(pauses, 0, copy.pauses, 0, pauses.length);
    System.arraycopy(vain, 0, copy.vain, 0, vain.length);
    return copy;
  }

  /** The setting of which nothing better is known. */
  S best() {
    return best;
  }

  /** Takes note that a change was for the better; the way back is then not tried soon. */
  void better(int change, int reverse, S now) {
    best = now;
    pauses[change] = 0;
    vain[change] = 0;
    lengthen(reverse);
  }

  /** Takes note that a change was not for the better. */
  void vain(int change) {
    vain[change]++;
    lengthen(change);
  }

  private void lengthen(int change) {
    pauses[change] = Math.min(MAX_DOUBLED, pauses[change] + 1);
  }

  /** How often in a row a change was tried in vain. */
  int timesInVain(int change) {
    return vain[change];
  }

  /** How long a change rests before it is tried again, in units that double. */
  long pause(int change, long unitNs) {
    return unitNs << pauses[change];
  }

  /** How long it rests when conflicts have become as dense as they were. */
  long pauseOnReturn(int change, long unitNs) {
    return unitNs << Math.min(MAX_DOUBLED_AGAIN, pauses[change]);
  }
}
