package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.BankArguments;
import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import java.sql.SQLException;

/** A side of the comparison: one way to run the bank's transactions on a database. */
public interface JdbcSide {

  /** The run of a side in one round. */
  @FunctionalInterface
  interface Running {

    /**
     * Waits until every transaction that has begun has ended, and closes the connections. All
     * actions of the clients happen-before the return of this method. The coordinator's thread
     * calls this method after the load has ended.
     *
     * @throws InterruptedException if the wait was interrupted; even then, no thread of the side is
     *     still running
     */
    void end() throws SQLException, InterruptedException;
  }

  /** Returns the name on command lines and in reports. */
  String label();

  /** Returns the form of the side's transactions. */
  BankLogic logic();

  /**
   * Connects to the database and starts the load's clients on threads of the side. For each client,
   * the side takes a transaction from {@link SqlClient#next}, repeats attempts until the
   * transaction ends, and reports the outcome. The side repeats these steps until {@code next}
   * returns null. The side passes failures to {@link SqlLoad#fail}. The coordinator's thread calls
   * this method.
   */
  Running start(SqlLoad<BankArguments> load) throws SQLException, InterruptedException;
}
