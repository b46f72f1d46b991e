package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.BankReceipt;
import dev.yardmaster.jdbc.StatementLogic;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * One transaction of a client, from its first attempt to its end. The caller calls {@link #run} for
 * each attempt, and {@link #aborted} for each attempt that ends in a conflict. After the last
 * attempt the caller calls {@link #committed} or {@link #unknown} once. Only one thread at a time
 * may use an instance.
 *
 * @param <A> the arguments of the workload's transactions
 */
public final class ClientTransaction<A> {

  private static final String DEADLOCK = "40P01";

  private final SqlClient<A> client;
  private final SqlLoad<A> load;
  private final A arguments;
  private final long number;
  private final long beginNs;
  private final boolean isRecorded;
  private int aborts;

  ClientTransaction(
      SqlClient<A> client,
      SqlLoad<A> load,
      A arguments,
      long number,
      long beginNs,
      boolean isRecorded) {
    this.client = client;
    this.load = load;
    this.arguments = arguments;
    this.number = number;
    this.beginNs = beginNs;
    this.isRecorded = isRecorded;
  }

  /** Returns the drawn arguments. */
  public A arguments() {
    return arguments;
  }

  /** Returns the transaction's number in the round, which is above 0. */
  public long number() {
    return number;
  }

  /** Runs the statements of an attempt. The caller begins and ends the database transaction. */
  public BankReceipt run(Connection connection) throws SQLException {
    return load.transaction().run(connection, arguments, number);
  }

  /**
   * Returns the statement that {@link #run} executes if the transaction consists of a single
   * statement; otherwise null.
   */
  public StatementLogic<BankReceipt> statement() {
    return load.transaction().statement(arguments, number);
  }

  /**
   * Reports an attempt that ended in a conflict and left no changes in the database. Another
   * attempt may follow.
   */
  public void aborted(SQLException conflict) {
    aborts++;
    client.aborted(DEADLOCK.equals(conflict.getSQLState()));
  }

  /** Reports that an attempt has committed. */
  public void committed(BankReceipt receipt) {
    client.committed(this, receipt, aborts);
  }

  /**
   * Reports that the outcome of the last attempt is unknown. After an unknown outcome, the round
   * cannot check the sum of the accounts.
   */
  public void unknown() {
    client.unknown();
  }

  long beginNs() {
    return beginNs;
  }

  /** Returns whether the transaction began within the recorded interval. */
  boolean isRecorded() {
    return isRecorded;
  }
}
