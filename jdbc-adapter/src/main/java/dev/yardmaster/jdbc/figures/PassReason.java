package dev.yardmaster.jdbc.figures;

import java.util.Locale;

/**
 * The reasons why a transaction of the drop-in driver or DataSource runs without its turn in the
 * schedule.
 */
public enum PassReason {
  /**
   * Aborts cost the transaction's class little time, or trials have shown that scheduling does not
   * help.
   */
  NOT_CONTENDED,
  /** No row was known before the start: the first statement names no row, or was not understood. */
  NO_ROWS,
  /**
   * The transaction named its first row only after it had started. Other transactions wait for this
   * transaction, but it did not wait itself.
   */
  LATE_ROWS,
  /**
   * The connection is read-only or READ COMMITTED, or a statement gave the transaction one of these
   * properties.
   */
  ISOLATION,
  /** The transaction has waited for the maximum time, or its thread was interrupted. */
  MAX_WAIT,
  /** A queue was full. */
  QUEUE_FULL,
  /** The thread has another running transaction, for which the new transaction might wait. */
  SAME_THREAD,
  /** The scheduling was switched off. */
  OFF;

  /** Returns the name as logs and meters show it, for example {@code not-contended}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
