package dev.yardmaster.jdbc;

import java.sql.SQLException;

/**
 * Reports that the database aborted the transaction in each of its attempts, or until its deadline.
 * The transaction had no effect. SQLState, vendor code and cause come from the last failure.
 */
public final class RetriesExhaustedException extends SQLException {
  private static final long serialVersionUID = 1;

  private final int attempts;

  /**
   * Creates the exception after this number of attempts; {@code last} is the failure of the last
   * attempt.
   */
  public RetriesExhaustedException(int attempts, Throwable last) {
    super(
        "the transaction was aborted in each of its attempts (attempts="
            + attempts
            + "): "
            + last.getMessage(),
        last instanceof SQLException failure ? failure.getSQLState() : null,
        last instanceof SQLException failure ? failure.getErrorCode() : 0,
        last);
    this.attempts = attempts;
  }

  /** Returns the number of runs. */
  public int attempts() {
    return attempts;
  }
}
