package dev.yardmaster.jdbc.failure;

/** What a failure means for the transaction that met it. The later, the less is known. */
public enum FailureKind {
  /** Nothing is known of it: an error of the transaction itself. Running it again may not help. */
  OTHER,

  /**
   * The database aborted the transaction and nothing of it happened. After a rollback on the same
   * connection it is run again.
   */
  RETRY,

  /**
   * The connection is gone, and no commit was under way, so nothing happened. It may be run again
   * on another connection.
   */
  CONNECTION_LOST,

  /**
   * Whether the transaction has committed is not known. It must not be run again before somebody
   * looked.
   */
  AMBIGUOUS
}
