package dev.yardmaster.benchmarks.jdbc.bank;

import java.sql.SQLException;
import java.util.List;

/**
 * One transaction's access to the accounts of the bank. Each call is one statement and one round
 * trip.
 */
interface AccountAccess {

  /** Looks up a customer. */
  void find(long customer) throws SQLException;

  /** Reads a balance, in cents. */
  long read(BankTable table, long customer) throws SQLException;

  /** Adds an amount to a balance. */
  void add(BankTable table, long customer, long cents) throws SQLException;

  /** Sets a balance to 0. */
  void clear(BankTable table, long customer) throws SQLException;

  /**
   * Returns the rows that the transaction has read and written so far; empty if rows are not
   * recorded.
   */
  List<SeenRow> seen();
}
