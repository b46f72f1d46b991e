package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.driver.SqlStates;
import java.sql.SQLException;

/**
 * A transaction of a single statement was committed, but reading its result failed. It must not run
 * again. The exception of the reading is suppressed instead of the cause, since it tells nothing
 * about the transaction.
 */
public final class ResultNotReadException extends SQLException {
  private static final long serialVersionUID = 1;

  /** Creates the exception for a failed reading. */
  public ResultNotReadException(Exception failure) {
    super(
        "the transaction was committed, but its result could not be read: " + failure,
        SqlStates.GENERAL);
    addSuppressed(failure);
  }
}
