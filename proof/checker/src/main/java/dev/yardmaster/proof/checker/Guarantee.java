package dev.yardmaster.proof.checker;

/** What a check requires of a history; each level requires more than the one before. */
public enum Guarantee {
  /**
   * Snapshot isolation (Berenson et al., SIGMOD 1995, section 4.2): all reads of a transaction are
   * of one moment, and no other transaction commits a write of a key that the transaction writes
   * between this moment and its commit. If a transaction ended before another one began, it also
   * ended before the other one's moment.
   */
  SNAPSHOT,

  /** The transactions could have run one after the other. */
  SERIALIZABLE,

  /**
   * As {@link #SERIALIZABLE}; in addition, if a transaction ended before another one began, it
   * comes first in the order.
   */
  STRICT
}
