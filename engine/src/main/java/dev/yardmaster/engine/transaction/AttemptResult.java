package dev.yardmaster.engine.transaction;

/** The outcome of one attempt of a transaction. */
public enum AttemptResult {
  /** The transaction has committed, and its writes are visible. */
  COMMITTED,
  /**
   * The transaction conflicted with another transaction. The transaction has had no effect and may
   * be retried.
   */
  CONFLICT,
  /** The step has ended, and the attempt waits for its next step. */
  SUSPENDED,
  /**
   * The logic threw an exception, or decided to abort, and its reads were validated. The
   * transaction has had no effect. A retry would end in the same way.
   */
  FAILED
}
