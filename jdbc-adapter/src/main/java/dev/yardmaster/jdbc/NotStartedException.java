package dev.yardmaster.jdbc;

import java.sql.SQLTransientException;

/** The transaction was never started, so nothing of it took place. The message says why. */
public final class NotStartedException extends SQLTransientException {
  private static final long serialVersionUID = 1;

  /** Why a transaction was not started. */
  public enum Reason {
    /** There is no room in the queue, or in that of one of its rows. */
    OVERLOADED,
    /** It had to wait until its deadline. */
    DEADLINE,
    /** The scheduler is closed, or is being closed. */
    CLOSED
  }

  private final Reason reason;

  /** For a reason, with a text that names values and limits. */
  public NotStartedException(Reason reason, String text) {
    super(reason + ": " + text);
    this.reason = reason;
  }

  /** Why it was not started. */
  public Reason reason() {
    return reason;
  }
}
