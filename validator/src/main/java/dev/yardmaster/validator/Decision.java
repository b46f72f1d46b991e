package dev.yardmaster.validator;

/** The validator's decision on a request. */
public enum Decision {
  /**
   * The transaction commits at its position in the order. The transaction's writes are installed
   * with its commit version.
   */
  COMMIT,
  /** The reorderer chose the transaction as a victim. */
  VICTIM,
  /** A read was stale before the batch was reordered. */
  PRE_VALIDATION,
  /**
   * A read was stale at the final validation, or the transaction writes keys that are reserved for
   * another transaction.
   */
  VALIDATION,
  /** Another transaction wrote a key in a range that the transaction had scanned. */
  RANGE,
  /**
   * The versions that the decision needs were discarded from the table of committed versions or
   * from a logical range.
   */
  TRUNCATED,
  /** The requested keys are reserved for the transaction. */
  RESERVED,
  /**
   * The transaction holds no reservation: its reservation was released, or was not granted before
   * the deadline.
   */
  RELEASED
}
