package dev.yardmaster.benchmarks.jdbc.bank;

import dev.yardmaster.jdbc.StatementLogic;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Runs a drawn transaction's statements on a connection. Implementations have no state, and any
 * thread may call them.
 *
 * @param <A> the arguments of the workload's transactions
 */
@FunctionalInterface
public interface SqlTransaction<A> {

  /**
   * Runs the statements; the caller begins and ends the database transaction. After a rollback, the
   * caller may call the method again, because it keeps no state.
   *
   * @param number the transaction's number, above 0, the same in all runs; if histories are
   *     recorded, each written row stores this number
   * @return the effects of the statements, which are valid if the run commits
   */
  BankReceipt run(Connection connection, A arguments, long number) throws SQLException;

  /**
   * Returns the single statement of a transaction that is one function call; null for all other
   * transactions.
   */
  default StatementLogic<BankReceipt> statement(A arguments, long number) {
    return null;
  }
}
