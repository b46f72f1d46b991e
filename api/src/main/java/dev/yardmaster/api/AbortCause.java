package dev.yardmaster.api;

/** The reason why a transaction, or one run of a transaction, did not commit. */
public enum AbortCause {
  /**
   * The reorderer chose the transaction as a victim, because no order of the batch could have
   * committed all its transactions.
   */
  VICTIM,
  /**
   * A key that the transaction read had a newer committed version before its batch was reordered.
   */
  PRE_VALIDATION,
  /** A key that the transaction read had a newer committed version at the final validation. */
  VALIDATION,
  /** A write appeared in or disappeared from a range that the transaction had scanned. */
  RANGE,
  /**
   * The transaction was in flight for so long that the validator no longer keeps the versions with
   * which its reads must be compared.
   */
  TRUNCATED,
  /** The transaction's deadline passed. */
  TIMEOUT,
  /**
   * The transaction's own logic aborted the transaction, and all values that it had read were
   * current.
   */
  USER
}
