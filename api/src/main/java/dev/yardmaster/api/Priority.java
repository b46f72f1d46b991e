package dev.yardmaster.api;

/**
 * How urgent a transaction is. More urgent transactions are admitted first, and less urgent ones
 * are chosen as victims first when a batch cannot commit as a whole. No waiting transaction
 * starves, whatever its priority.
 */
public enum Priority {
  /** A user waits for the result. */
  HIGH,
  /** The default. */
  NORMAL,
  /** Bulk work, which gives way to all other transactions. */
  BATCH
}
