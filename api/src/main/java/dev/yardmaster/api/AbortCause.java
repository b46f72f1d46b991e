package dev.yardmaster.api;

/** Why a transaction, or one run of it, did not commit. */
public enum AbortCause {
  /** The reorderer chose it: no order of its batch could have committed all. */
  VICTIM,
  /** A key that it read had a newer committed version before its batch was reordered. */
  PRE_VALIDATION,
  /** A key that it read had a newer committed version when its turn in the order came. */
  VALIDATION,
  /** A write appeared in or disappeared from a range that it had scanned. */
  RANGE,
  /** It was in flight for longer than the validator remembers versions, so nothing can be said. */
  TRUNCATED,
  /** Its deadline passed. */
  TIMEOUT,
  /** Its own logic decided so, on values that were current. */
  USER
}
