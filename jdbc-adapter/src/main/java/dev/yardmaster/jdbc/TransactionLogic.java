package dev.yardmaster.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What a transaction does on a connection. It may run more than once, so it must do nothing that a
 * rollback does not undo. The scheduler begins and ends the transaction; the logic must not.
 *
 * @param <R> what it gives
 */
@FunctionalInterface
public interface TransactionLogic<R> {

  /**
   * Runs on a thread of the scheduler, in a transaction.
   *
   * @param connection for this run alone; not to be closed or kept
   * @throws SQLException what the database threw, passed on so that the scheduler can tell whether
   *     to run the logic again
   */
  R run(Connection connection) throws SQLException;
}
