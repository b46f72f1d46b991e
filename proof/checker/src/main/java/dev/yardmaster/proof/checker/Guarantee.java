package dev.yardmaster.proof.checker;

/** What a check requires of a history; each level requires more than the one before. */
public enum Guarantee {
  /**
   * Snapshot isolation (Berenson et al., SIGMOD 1995, section 4.2): each transaction reads as of
   * one moment, and no other transaction commits a write of the same key between this moment and
   * the transaction's commit. The moment is not before the end of a transaction that ended before
   * the transaction began.
   */
  SNAPSHOT,

  /** The transactions could have run one after the other. */
  SERIALIZABLE,

  /**
   * As {@link #SERIALIZABLE}, in an order in which a transaction that ended before another began
   * precedes it.
   */
  STRICT
}
