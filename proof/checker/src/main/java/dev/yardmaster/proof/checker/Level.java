package dev.yardmaster.proof.checker;

/** Which edges a search for cycles follows; each level has those of the one before and more. */
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
