package dev.yardmaster.benchmarks.jdbc.bank;

import java.sql.SQLException;
import java.util.List;

/**
 * The bank's accounts as one transaction uses them, with one statement and one round trip for each
 * call.
 */
interface AccountAccess {

  /** Looks a customer up. */
  void find(long customer) throws SQLException;

  /** Reads a balance, in cents. */
  long read(BankTable table, long customer) throws SQLException;

  /** Adds to a balance. */
  void add(BankTable table, long customer, long cents) throws SQLException;

  /** Sets a balance to 0. */
  void clear(BankTable table, long customer) throws SQLException;

  /** Returns the rows seen and written so far; empty if they are not recorded. */
  List<SeenRow> seen();
}
