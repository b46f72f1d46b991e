package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import java.sql.SQLException;

/** A way to run the bank's transactions on a database. */
public interface JdbcSide {

  /** What it started for a round. */
  @FunctionalInterface
  interface Running {

    /**
     * Waits until every transaction that was begun has ended, and hangs up. What clients did
     * happened before this returns. The coordinator's thread, after the load has ended.
     *
     * @throws InterruptedException if the wait was interrupted; nothing is left running even then
     */
    void end() throws SQLException, InterruptedException;
  }

  /** Its name on command lines and in reports. */
  String label();

  /** How its transactions are written. */
  BankLogic logic();

  /**
   * Connects, and sets the load's clients going on threads of its own. Each client has one
   * transaction at a time: it takes {@link BankClient#next}, tries it until it ends, tells that,
   * and takes the next, until there is none. Anything that must not happen goes to {@link
   * BankLoad#fail}. The coordinator's thread.
   */
  Running start(BankLoad load) throws SQLException, InterruptedException;
}
