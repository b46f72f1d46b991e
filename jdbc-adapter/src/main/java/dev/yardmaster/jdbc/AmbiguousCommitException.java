package dev.yardmaster.jdbc;

import java.sql.SQLException;

/**
 * The connection was lost while the transaction committed: it took place or it did not, and only
 * the data can tell. The scheduler never runs such a transaction again. The cause is what the
 * driver threw.
 */
public final class AmbiguousCommitException extends SQLException {
  private static final long serialVersionUID = 1;

  /** SQL's own state for it: statement completion unknown. */
  private static final String STATE = "40003";

  /** After a failure within the commit. */
  public AmbiguousCommitException(Throwable cause) {
    super(
        "it is not known whether the transaction was committed: " + cause.getMessage(),
        STATE,
        cause);
  }
}
