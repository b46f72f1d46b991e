package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.driver.SqlStates;
import java.sql.SQLException;

/**
 * A transaction of a single statement was committed, and what it found could not be read. It must
 * not run again. What the reading threw is among the suppressed, not the cause: it says nothing of
 * the transaction.
 */
public final class ResultNotReadException extends SQLException {
  private static final long serialVersionUID = 1;

  /** After a failure of the reading. */
  public ResultNotReadException(Exception failure) {
    super(
        "the transaction was committed, and its result could not be read: " + failure,
        SqlStates.GENERAL);
    addSuppressed(failure);
  }
}
