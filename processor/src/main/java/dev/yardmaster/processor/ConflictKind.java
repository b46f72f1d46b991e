package dev.yardmaster.processor;

import dev.yardmaster.api.AbortCause;

/** How a conflict between two transactions ended for the one that had read. */
public enum ConflictKind {
  /** The reorderer sacrificed its run. */
  VICTIM,
  /** Its run was dropped before its batch was reordered. */
  PRE_VALIDATION,
  /** Its run was stale when its turn in the order came. */
  VALIDATION,
  /** A write appeared in or disappeared from a range that it had scanned. */
  RANGE,
  /** So much had been committed since it read that nothing could be said. */
  TRUNCATED,
  /** It was stale, was run again in place, and committed. */
  REPAIRED;

  /** The cause of the run's abort; null if it was repaired. */
  AbortCause cause() {
    return switch (this) {
      case VICTIM -> AbortCause.VICTIM;
      case PRE_VALIDATION -> AbortCause.PRE_VALIDATION;
      case VALIDATION -> AbortCause.VALIDATION;
      case RANGE -> AbortCause.RANGE;
      case TRUNCATED -> AbortCause.TRUNCATED;
      case REPAIRED -> null;
    };
  }
}
