package dev.yardmaster.service.conflicts;

/** The consequence of a conflict for the transaction that had read the key. */
public enum ConflictKind {
  /** The reorderer chose the run as a victim. */
  VICTIM,
  /** The run was discarded before its batch was reordered, because a read was stale. */
  PRE_VALIDATION,
  /** A read of the run was stale at the final validation. */
  VALIDATION,
  /** Another transaction changed, added or removed an entry in a range that the run had scanned. */
  RANGE,
  /**
   * The table of committed versions no longer contained the entries that are needed to check the
   * run's reads.
   */
  TRUNCATED,
  /**
   * The run was stale; the final validation ran the transaction again in place and committed it.
   */
  REPAIRED,
  /**
   * The run waited for another transaction that had locked the key. Only engines have such waits.
   */
  WAITED;
}
