package dev.yardmaster.engine.protocol;

/**
 * The isolation level of transactions; each level is stronger than the one before. A protocol
 * offers a level, and a transaction may declare that a weaker one suffices.
 */
public enum Isolation {
  /**
   * Each read returns a row that was committed at some moment between the transaction's begin and
   * its end. Different reads may be of different moments, so the transaction does not restart when
   * another transaction changes a row that it has read. Allowed only for read-only logic.
   */
  READ_COMMITTED,

  /**
   * All reads of a transaction are of one moment, which is not before the transaction's begin.
   * Between this moment and the commit, no other transaction commits a write of a record that this
   * transaction writes. Allowed only for read-only logic, unless the protocol's level is {@code
   * SNAPSHOT}.
   */
  SNAPSHOT,

  /** The transactions have the same effect as if they ran one after the other. */
  SERIALIZABLE,

  /**
   * As {@link #SERIALIZABLE}; in addition, if a transaction begins after another one has ended, it
   * is later in the serial order, even if the two share no record.
   */
  STRICT
}
