package dev.yardmaster.benchmarks.jdbc.bank;

import java.sql.Connection;
import java.sql.SQLException;

/** Runs a drawn transaction's statements on a connection; has no state, any thread may use it. */
@FunctionalInterface
public interface BankTransaction {

  /**
   * Runs the statements, and neither begins nor ends the transaction. May be run again after a
   * rollback, since it keeps nothing.
   *
   * @param number of the transaction, above 0, the same in all of its runs; written beside what it
   *     writes where histories are recorded
   * @return what is done if it commits
   */
  BankReceipt run(Connection connection, BankArguments arguments, long number) throws SQLException;
}
