package dev.yardmaster.jdbc.figures;

import java.util.Locale;

/** Why a transaction of the drop-in driver or DataSource ran without its turn in the schedule. */
public enum PassReason {
  /** Aborts cost its class little time, or trials have shown that scheduling does not pay. */
  NOT_CONTENDED,
  /** No row was known before the start: its first statement names none, or is not understood. */
  NO_ROWS,
  /** It named its first row only while it ran; others wait for it, but it has not waited. */
  LATE_ROWS,
  /** Its connection, or the text that began it, is read-only or READ COMMITTED. */
  ISOLATION,
  /** It has waited for its maximum wait, or its thread was interrupted. */
  MAX_WAIT,
  /** A queue was full. */
  QUEUE_FULL,
  /** Its thread has another running transaction, for which it might wait. */
  SAME_THREAD,
  /** The scheduling was switched off. */
  OFF;

  /** Returns the name as logs and meters show it, for example {@code not-contended}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
