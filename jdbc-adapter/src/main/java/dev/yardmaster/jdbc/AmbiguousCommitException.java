package dev.yardmaster.jdbc;

import java.sql.SQLException;

/**
 * Reports that the outcome of a transaction is unknown, because the connection was lost during the
 * commit. With {@linkplain JdbcSchedulerBuilder#earlyRelease early release}, the reason may also be
 * that the connection for the flush was lost before the flush succeeded. The transaction may have
 * committed; only a check of the data can show this. The scheduler never runs such a transaction
 * again. The cause is the driver's exception.
 */
public final class AmbiguousCommitException extends SQLException {
  private static final long serialVersionUID = 1;

  /** The standard SQLState for an unknown outcome: statement completion unknown. */
  private static final String STATE = "40003";

  /** Creates the exception for a failure during the commit, or during the flush. */
  public AmbiguousCommitException(Throwable cause) {
    super(
        "it is unknown whether the transaction was committed: " + cause.getMessage(), STATE, cause);
  }
}
