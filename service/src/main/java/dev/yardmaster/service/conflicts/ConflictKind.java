package dev.yardmaster.service.conflicts;

/**
 * The way in which a conflict between two transactions ended for the transaction that had read the
 * key.
 */
public enum ConflictKind {
  /** The reorderer chose the run as a victim. */
  VICTIM,
  /** The run was dropped before its batch was reordered. */
  PRE_VALIDATION,
  /** A read of the run was stale at the final validation. */
  VALIDATION,
  /** A write appeared in or disappeared from a range that the run had scanned. */
  RANGE,
  /**
   * The table of committed versions no longer had the entries that are needed to check the run's
   * reads.
   */
  TRUNCATED,
  /** The run was stale, was run again in place, and committed. */
  REPAIRED,
  /** The run waited for another transaction, which had locked the key. Only an engine has waits. */
  WAITED;
}
