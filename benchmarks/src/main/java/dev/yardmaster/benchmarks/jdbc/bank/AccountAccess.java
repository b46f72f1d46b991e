package dev.yardmaster.benchmarks.jdbc.bank;

import java.sql.SQLException;
import java.util.List;

/** The bank's books as one transaction uses them, a statement and a round trip for each call. */
interface AccountAccess {

  /** Looks a customer up. */
  void find(long customer) throws SQLException;

  /** Reads a balance, in cents. */
  long read(BankTable table, long customer) throws SQLException;

  /** Adds to a balance. */
  void add(BankTable table, long customer, long cents) throws SQLException;

  /** Sets a balance to nothing. */
  void clear(BankTable table, long customer) throws SQLException;

  /** What was seen and written so far; empty if that is not recorded. */
  List<SeenRow> seen();
}
