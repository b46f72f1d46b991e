package dev.yardmaster.engine.protocol;

/**
 * The isolation level of transactions. The levels are in ascending order of strength. A protocol
 * provides a level, and a transaction may declare that a weaker level suffices.
 */
public enum Isolation {
  /**
   * Each read returns a row that was the newest committed row at some moment between the start and
   * the end of the transaction. This moment may differ from read to read. So the transaction is not
   * restarted when another transaction changes a row that it has read. Allowed only for read-only
   * logic.
   */
  READ_COMMITTED,

  /**
   * All reads of a transaction return the rows that were the newest committed rows at one moment.
   * This moment is not before the start of the transaction. Between this moment and the commit, no
   * other transaction commits a write of a record that this transaction writes. Allowed only for
   * read-only logic, unless the protocol's level is {@code SNAPSHOT}.
   */
  SNAPSHOT,

  /** The transactions have the same effect as if they ran one after the other. */
  SERIALIZABLE,

  /**
   * As {@link #SERIALIZABLE}. In addition, a transaction that begins after another transaction has
   * ended is later in the serial order, even if the two access no common record.
   */
  STRICT
}
