package dev.yardmaster.api;

/**
 * The urgency of a transaction. The service admits more urgent transactions first. If a batch
 * cannot commit as a whole, less urgent transactions are chosen as victims first. No waiting
 * transaction starves, even at the lowest priority.
 */
public enum Priority {
  /** The priority of a transaction whose result a user waits for. */
  HIGH,
  /** The default priority. */
  NORMAL,
  /**
   * The priority of bulk work. All other transactions take precedence over transactions with this
   * priority.
   */
  BATCH
}
