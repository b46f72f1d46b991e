package dev.yardmaster.engine.transaction;

/** How one attempt of a transaction ended. */
public enum AttemptResult {
  /** What it wrote is there. */
  COMMITTED,
  /** It conflicted with another: nothing has happened, and it may be tried again. */
  CONFLICT,
  /**
   * Its logic threw, on values that held: nothing has happened, and trying again changes nothing.
   */
  FAILED
}
