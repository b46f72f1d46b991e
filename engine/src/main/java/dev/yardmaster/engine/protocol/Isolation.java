package dev.yardmaster.engine.protocol;

/**
 * What transactions are isolated from; each level isolates more than the one before. A protocol has
 * a level, and a transaction may need less.
 */
public enum Isolation {
  /**
   * Each read returns a row that was committed at some moment between the transaction's begin and
   * its end. Different reads may be of different moments, so the transaction does not restart when
   * another transaction changes a row that was read. Allowed only for logic that only reads.
   */
  READ_COMMITTED,

  /**
   * All reads of a transaction are of one moment, which is not before the transaction's begin, and
   * no other transaction commits a write of the same record between this moment and the commit.
   * Allowed only for logic that only reads, unless it is the level of the protocol.
   */
  SNAPSHOT,

  /** The transactions have an effect as if they ran one after the other. */
  SERIALIZABLE,

  /**
   * As {@link #SERIALIZABLE}, and a transaction that begins after the end of another one is also
   * later in the order, even if the two share no record.
   */
  STRICT
}
