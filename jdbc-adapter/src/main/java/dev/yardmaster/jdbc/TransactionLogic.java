package dev.yardmaster.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The logic of a transaction on a connection. The scheduler may run it more than once, so all its
 * effects must be undone by a rollback. The scheduler begins and ends the transaction; the logic
 * must not.
 *
 * @param <R> the result
 */
@FunctionalInterface
public interface TransactionLogic<R> {

  /**
   * Runs the logic in a transaction, on a thread of the scheduler.
   *
   * @param connection for this run only; the logic must not close or keep it
   * @throws SQLException the database's exception, so that the scheduler can decide about a retry
   */
  R run(Connection connection) throws SQLException;
}
