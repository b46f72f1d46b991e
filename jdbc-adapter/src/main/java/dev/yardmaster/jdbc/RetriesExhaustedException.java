package dev.yardmaster.jdbc;

import java.sql.SQLException;

/**
 * The database aborted the transaction as often as it was allowed to run, or until its deadline.
 * Nothing of it took place. State, vendor code and cause are those of the last failure.
 */
public final class RetriesExhaustedException extends SQLException {
  private static final long serialVersionUID = 1;

  private final int attempts;

  /** After so many attempts, the last of which failed by {@code last}. */
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

  /** How often it ran. */
  public int attempts() {
    return attempts;
  }
}
