package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.driver.SqlStates;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Reports that a transaction of a single statement was committed, but that its result could not be
 * read. The transaction must not run again. The exception of the read is a suppressed exception and
 * not the cause, because it says nothing about the outcome of the transaction.
 */
public final class ResultNotReadException extends SQLException {
  private static final long serialVersionUID = 1;

  /** Creates the exception for a result that could not be read. */
  public ResultNotReadException(Exception failure) {
    super(
        "the transaction was committed, but its result could not be read: " + failure,
        SqlStates.GENERAL);
    addSuppressed(failure);
  }

  /** Reads the result of a statement that was executed. */
  static <R> R read(StatementLogic<R> logic, PreparedStatement executed)
      throws ResultNotReadException {
    try {
      return logic.read(executed);
    } catch (SQLException | RuntimeException failure) {
      throw new ResultNotReadException(failure);
    }
  }
}
