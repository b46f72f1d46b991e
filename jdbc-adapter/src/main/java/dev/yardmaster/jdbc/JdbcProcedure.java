package dev.yardmaster.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A kind of transaction: its logic, and which rows it uses for which arguments. Used by any thread.
 *
 * @param <A> its arguments
 * @param <R> what it gives
 */
public interface JdbcProcedure<A, R> {

  /** The rows that a run with these arguments will use. A wrong guess costs time, nothing else. */
  TransactionKeys keys(A arguments);

  /** One run; see {@link TransactionLogic#run}. */
  R run(Connection connection, A arguments) throws SQLException;

  /**
   * Whether it is one statement, which is sent in auto-commit mode: it begins and commits its
   * transaction itself, in a single round trip. What {@link #run} throws after the statement
   * returned, it throws of a transaction that was committed: it must not look like a failure of the
   * database then.
   */
  default boolean isSingleStatement() {
    return false;
  }
}
