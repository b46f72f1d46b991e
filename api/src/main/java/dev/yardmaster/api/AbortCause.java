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
  /**
   * Another transaction changed, added or removed an entry in a range that the transaction had
   * scanned.
   */
  RANGE,
  /**
   * The transaction was in flight for too long: the validator no longer has the versions for
   * validating the transaction's reads.
   */
  TRUNCATED,
  /** The transaction's deadline passed. */
  TIMEOUT,
  /**
   * The transaction's own logic aborted the transaction, and validation found that all values that
   * the logic had read were current.
   */
  USER
}
