package dev.yardmaster.processor.tuning;

/** What a tuner has found out while conflicts were about so dense. */
final class Experience {

  private static final int MOST_DOUBLED = 12;
  private static final int MOST_DOUBLED_AGAIN = 4;

  private final int[] pauses = new int[Change.values().length];
  private final int[] vain = new int[Change.values().length];
  private Tuning best;

  /** None yet but a tuning to begin with. */
  Experience(Tuning best) {
    this.best = best;
  }

  /** The same, to go on from. */
  Experience copy() {
    Experience copy = new Experience(best);
    System.arraycopy(pauses, 0, copy.pauses, 0, pauses.length);
    System.arraycopy(vain, 0, copy.vain, 0, vain.length);
    return copy;
  }

  /** The tuning of which nothing better is known. */
  Tuning best() {
    return best;
  }

  /** Takes note that a change was for the better; the way back is then not tried soon. */
  void better(Change change, Tuning now) {
    best = now;
    pauses[change.ordinal()] = 0;
    vain[change.ordinal()] = 0;
    lengthen(change.reverse());
  }

  /** Takes note that a change was not for the better. */
  void vain(Change change) {
    vain[change.ordinal()]++;
    lengthen(change);
  }

  private void lengthen(Change change) {
    pauses[change.ordinal()] = Math.min(MOST_DOUBLED, pauses[change.ordinal()] + 1);
  }

  /** How often in a row a change was tried in vain. */
  int timesInVain(Change change) {
    return vain[change.ordinal()];
  }

  /** How long a change rests before it is tried again, in units that double. */
  long pause(Change change, long unitNs) {
    return unitNs << pauses[change.ordinal()];
  }

  /** How long it rests when conflicts have become as dense as they were. */
  long pauseOnReturn(Change change, long unitNs) {
    return unitNs << Math.min(MOST_DOUBLED_AGAIN, pauses[change.ordinal()]);
  }
}
