package dev.yardmaster.engine.protocol;

/** What a transaction's reads are isolated from. */
public enum Isolation {
  /**
   * Each read returns a row that was committed at some moment between the transaction's begin and
   * its end. Different reads may be of different moments, so the transaction does not restart when
   * another transaction changes a row that was read. Allowed only for logic that only reads.
   */
  READ_COMMITTED,

  /** The transaction runs as if no other transaction ran at the same time. */
  SERIALIZABLE
}
