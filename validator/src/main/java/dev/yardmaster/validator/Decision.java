package dev.yardmaster.validator;

/** The validator's decision on a request. */
public enum Decision {
  /**
   * The transaction takes its place in the order; its writes are installed at its commit version.
   */
  COMMIT,
  /** The reorderer chose the transaction as a victim. */
  VICTIM,
  /** A read was stale before the batch was reordered. */
  PRE_VALIDATION,
  /**
   * A read was stale at the final validation, or the transaction writes keys reserved for another.
   */
  VALIDATION,
  /** A write came into a range that the transaction had scanned. */
  RANGE,
  /** The table has forgotten the versions needed to decide. */
  TRUNCATED,
  /** The requested keys are reserved for the transaction. */
  RESERVED,
  /** The transaction holds no reservation any more. */
  RELEASED
}
