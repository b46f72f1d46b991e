package dev.yardmaster.validator;

/** What the validator decided about a request. */
public enum Decision {
  /** It takes its place in the order; its writes are to be installed at its commit version. */
  COMMIT,
  /** The reorderer chose it. */
  VICTIM,
  /** A read was stale before the batch was reordered. */
  PRE_VALIDATION,
  /** A read was stale when its turn came, or it writes what is reserved for another. */
  VALIDATION,
  /** A write came into a range that it had scanned. */
  RANGE,
  /** The table no longer remembers enough to tell. */
  TRUNCATED,
  /** The keys that it asked for are reserved for it. */
  RESERVED,
  /** It has no reservation any more. */
  RELEASED
}
