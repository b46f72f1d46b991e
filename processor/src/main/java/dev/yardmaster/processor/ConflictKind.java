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

  /** The kind of an abort that another transaction caused. */
  static ConflictKind of(AbortCause cause) {
    return switch (cause) {
      case VICTIM -> VICTIM;
      case PRE_VALIDATION -> PRE_VALIDATION;
      case VALIDATION -> VALIDATION;
      case TRUNCATED -> TRUNCATED;
      case RANGE -> RANGE;
      case TIMEOUT, USER -> throw new IllegalArgumentException("not a conflict: " + cause);
    };
  }
}
