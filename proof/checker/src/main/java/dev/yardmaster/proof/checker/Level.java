package dev.yardmaster.proof.checker;

/**
 * The sets of edge kinds that a search for cycles follows; each level includes the level before it.
 */
enum Level {
  /** The search follows ww edges. */
  WRITES,
  /** The search follows ww and wr edges. */
  INFORMATION_FLOW,
  /** The search follows ww, wr and rw edges. */
  DATA,
  /** The search follows ww, wr, rw and real-time edges. */
  REAL_TIME;

  boolean has(Level other) {
    return compareTo(other) >= 0;
  }
}
