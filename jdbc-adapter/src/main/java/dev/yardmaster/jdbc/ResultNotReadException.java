package dev.yardmaster.jdbc;

import java.sql.SQLException;

/**
 * A transaction of a single statement was committed, and what it found could not be read. It must
 * not run again. What the reading threw is among the suppressed, not the cause: it says nothing of
 * the transaction.
 */
public final class ResultNotReadException extends SQLException {
  private static final long serialVersionUID = 1;

  /** A general error. */
  private static final String STATE = "HY000";

  /** After a failure of the reading. */
  public ResultNotReadException(Exception failure) {
    super("the transaction was committed, and its result could not be read: " + failure, STATE);
    addSuppressed(failure);
  }
}
