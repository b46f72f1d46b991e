package dev.yardmaster.proof.checker;

/** The edges that a search for cycles follows; each level includes the previous one. */
enum Level {
  /** ww. */
  WRITES,
  /** ww and wr. */
  INFORMATION_FLOW,
  /** ww, wr and rw. */
  DATA,
  /** ww, wr, rw and real time. */
  REAL_TIME;

  boolean has(Level other) {
    return compareTo(other) >= 0;
  }
}
