package dev.yardmaster.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A kind of transaction: its logic, and the rows that it uses for its arguments. Any thread may
 * call it.
 *
 * @param <A> the arguments
 * @param <R> the result
 */
public interface JdbcProcedure<A, R> {

  /** Returns the rows that a run with these arguments will use. A wrong guess costs only time. */
  TransactionKeys keys(A arguments);

  /** Runs the logic once; see {@link TransactionLogic#run}. */
  R run(Connection connection, A arguments) throws SQLException;

  /**
   * Returns whether the transaction is a single statement. The scheduler sends a single statement
   * in auto-commit mode, so that it begins and commits its own transaction in one round trip. An
   * exception that {@link #run} throws after the statement has returned belongs to a committed
   * transaction, and must not look like a failure of the database.
   */
  default boolean isSingleStatement() {
    return false;
  }
}
