package dev.yardmaster.benchmarks.jdbc.bank;

import java.sql.Connection;
import java.sql.SQLException;

/** Runs a drawn transaction's statements on a connection. Stateless; any thread. */
@FunctionalInterface
public interface BankTransaction {

  /**
   * Runs the statements, and neither begins nor ends the database's transaction. May be run again
   * after a rollback, because it keeps nothing.
   *
   * @param number the transaction's number, above 0, the same in all of its runs; stored with what
   *     it writes where histories are recorded
   * @return the effects if the run commits
   */
  BankReceipt run(Connection connection, BankArguments arguments, long number) throws SQLException;
}
