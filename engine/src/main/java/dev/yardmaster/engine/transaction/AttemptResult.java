package dev.yardmaster.engine.transaction;

/** The outcome of one attempt of a transaction. */
public enum AttemptResult {
  /** The writes are installed. */
  COMMITTED,
  /** The transaction conflicted with another one: it has had no effect and may be retried. */
  CONFLICT,
  /**
   * The logic threw, and the values that it had read were validated: the transaction has had no
   * effect, and a retry would end in the same way.
   */
  FAILED
}
