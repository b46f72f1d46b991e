package dev.yardmaster.engine.transaction;

/** The outcome of one attempt of a transaction. */
public enum AttemptResult {
  /** The writes are installed. */
  COMMITTED,
  /**
   * The transaction conflicted with another transaction. The transaction has had no effect and may
   * be retried.
   */
  CONFLICT,
  /** The attempt goes on: the step has ended, and the transaction waits for its next step. */
  SUSPENDED,
  /**
   * The logic threw an exception, and the values that the logic had read were validated. The
   * transaction has had no effect, and a retry would end in the same way.
   */
  FAILED
}
