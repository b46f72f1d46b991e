package dev.yardmaster.proof.checker;

/** What a check requires of a history, from the weakest level to the strongest. */
public enum Guarantee {
  /**
   * Snapshot isolation (Berenson et al., SIGMOD 1995, section 4.2): all reads of a transaction see
   * the state of one moment. Between this moment and the transaction's commit, no other transaction
   * commits a write of a key that the transaction writes. If a transaction T ended before another
   * transaction began, T also ended before that transaction's moment.
   */
  SNAPSHOT,

  /** The transactions could have run one after the other. */
  SERIALIZABLE,

  /**
   * Like {@link #SERIALIZABLE}. In addition, each transaction precedes all transactions that began
   * after its end.
   */
  STRICT
}
