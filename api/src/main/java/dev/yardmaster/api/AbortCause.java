package dev.yardmaster.api;

/** Why a transaction, or one run of it, did not commit. */
public enum AbortCause {
  /** The reorderer chose it as a victim: no order of its batch could have committed all. */
  VICTIM,
  /** A key that it read had a newer committed version before its batch was reordered. */
  PRE_VALIDATION,
  /** A key that it read had a newer committed version at the final validation. */
  VALIDATION,
  /** A write appeared in or disappeared from a range that it had scanned. */
  RANGE,
  /**
   * It was in flight for longer than the validator keeps versions, so its reads cannot be checked.
   */
  TRUNCATED,
  /** Its deadline passed. */
  TIMEOUT,
  /** Its own logic aborted it, on values that were current. */
  USER
}
