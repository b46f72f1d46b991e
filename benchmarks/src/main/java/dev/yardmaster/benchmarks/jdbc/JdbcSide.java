package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import java.sql.SQLException;

/** A way to run the bank's transactions on a database. */
public interface JdbcSide {

  /** A started side of a round. */
  @FunctionalInterface
  interface Running {

    /**
     * Waits until every transaction that was begun has ended, and closes the connections. The
     * clients' actions happen before this returns. The coordinator's thread, after the load has
     * ended.
     *
     * @throws InterruptedException if the wait was interrupted; nothing is left running even then
     */
    void end() throws SQLException, InterruptedException;
  }

  /** Returns the name on command lines and in reports. */
  String label();

  /** Returns the form of the side's transactions. */
  BankLogic logic();

  /**
   * Connects and starts the load's clients on threads of the side. Each client has one transaction
   * at a time: the side takes {@link BankClient#next}, tries the transaction until it ends, reports
   * the end, and takes the next, until there is none. Failures go to {@link BankLoad#fail}. The
   * coordinator's thread.
   */
  Running start(BankLoad load) throws SQLException, InterruptedException;
}
