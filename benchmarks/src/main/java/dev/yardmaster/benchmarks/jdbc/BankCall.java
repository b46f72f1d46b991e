package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.BankArguments;
import dev.yardmaster.benchmarks.jdbc.bank.BankReceipt;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * One transaction of a client, from its first attempt to its end: {@link #run}, and {@link
 * #aborted} as often as a conflict ends an attempt, then {@link #committed} or {@link #unknown},
 * once. Used by one thread at a time.
 */
public final class BankCall {

  private static final String DEADLOCK = "40P01";

  private final BankClient client;
  private final BankLoad load;
  private final BankArguments arguments;
  private final long number;
  private final long beginNs;
  private final boolean isRecorded;
  private int aborts;

  BankCall(
      BankClient client,
      BankLoad load,
      BankArguments arguments,
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

  /** What was drawn, and the rows that it will use. */
  public BankArguments arguments() {
    return arguments;
  }

  /** Its number in the round, above 0. */
  public long number() {
    return number;
  }

  /** Runs an attempt's statements; neither begins nor ends the database's transaction. */
  public BankReceipt run(Connection connection) throws SQLException {
    return load.transaction().run(connection, arguments, number);
  }

  /** A conflict ended an attempt, which has left nothing in the database; another may follow. */
  public void aborted(SQLException conflict) {
    aborts++;
    client.aborted(DEADLOCK.equals(conflict.getSQLState()));
  }

  /** An attempt has committed. */
  public void committed(BankReceipt receipt) {
    client.committed(this, receipt, aborts);
  }

  /** Nobody knows whether the last attempt has committed. The round's money cannot be checked. */
  public void unknown() {
    client.unknown();
  }

  long beginNs() {
    return beginNs;
  }

  /** Whether it began within the recorded interval. */
  boolean isRecorded() {
    return isRecorded;
  }
}
