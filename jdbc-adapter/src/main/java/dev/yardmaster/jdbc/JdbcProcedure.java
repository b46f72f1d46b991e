package dev.yardmaster.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A kind of transaction: its logic, and the rows that the logic uses for given arguments. Any
 * thread may call the methods.
 *
 * @param <A> the type of the arguments
 * @param <R> the type of the result
 */
public interface JdbcProcedure<A extends @Nullable Object, R extends @Nullable Object> {

  /**
   * Returns the rows that a run with these arguments will use. Wrong rows cost time, but not
   * correctness.
   */
  TransactionKeys keys(A arguments);

  /** Runs the logic once, under the rules of {@link TransactionLogic#run}. */
  R run(Connection connection, A arguments) throws SQLException;

  /**
   * Returns the logic of a transaction with these arguments; by default {@link #run}. A procedure
   * whose transactions are one SQL statement may return a {@link StatementLogic}.
   */
  default TransactionLogic<R> logic(A arguments) {
    return connection -> run(connection, arguments);
  }

  /**
   * Returns whether the transaction is a single statement. The scheduler sends a single statement
   * in auto-commit mode. The statement then begins and commits its own transaction in one round
   * trip. If {@link #run} throws an exception after the statement has returned, the transaction is
   * already committed. The classifier must not take such an exception for a failure of the
   * database.
   */
  default boolean isSingleStatement() {
    return false;
  }

  /**
   * Returns whether the commit itself flushes the log; see {@link
   * TransactionLogic#commitsSynchronously}.
   */
  default boolean commitsSynchronously() {
    return false;
  }

  /** Returns the policy of {@link TransactionLogic#joins} for the procedure's transactions. */
  default JoinPolicy joins() {
    return JoinPolicy.ALONE;
  }
}
