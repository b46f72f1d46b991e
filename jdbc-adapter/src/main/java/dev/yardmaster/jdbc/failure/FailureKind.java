package dev.yardmaster.jdbc.failure;

/** The meaning of a failure for its transaction, in order of increasing uncertainty. */
public enum FailureKind {
  /** An unknown failure, or an error of the transaction itself. A retry may not help. */
  OTHER,

  /**
   * The database aborted the transaction, which had no effect. The transaction is retried on the
   * same connection after a rollback.
   */
  RETRY,

  /**
   * The connection was lost before a commit was requested, so the transaction had no effect. The
   * transaction may be retried on another connection.
   */
  CONNECTION_LOST,

  /**
   * It is unknown whether the transaction committed. The transaction must not be retried before a
   * check of the data.
   */
  AMBIGUOUS
}
