package dev.yardmaster.jdbc;

import java.sql.SQLTransientException;

/**
 * Reports that the transaction was never started, so it had no effect. The message states the
 * reason.
 */
public final class NotStartedException extends SQLTransientException {
  private static final long serialVersionUID = 1;

  /** The reasons why a transaction is not started. */
  public enum Reason {
    /** The queue of transactions, or the queue of one of the transaction's rows, is full. */
    OVERLOADED,
    /** The transaction waited until its deadline. */
    DEADLINE,
    /** The scheduler is closed or closing. */
    CLOSED
  }

  private final Reason reason;

  /** Creates the exception for a reason. The text names the values and the limits. */
  public NotStartedException(Reason reason, String text) {
    super(reason + ": " + text);
    this.reason = reason;
  }

  /** Returns the reason. */
  public Reason reason() {
    return reason;
  }
}
