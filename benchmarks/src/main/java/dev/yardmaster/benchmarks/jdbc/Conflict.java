package dev.yardmaster.benchmarks.jdbc;

import java.sql.SQLException;

/** Tells the errors after which PostgreSQL wants a transaction run again. */
final class Conflict {

  private static final String SERIALIZATION_FAILURE = "40001";
  private static final String DEADLOCK_DETECTED = "40P01";
  private static final String CONNECTION_CLASS = "08";
  private static final String OPERATOR_CLASS = "57P";

  private Conflict() {}

  /** Whether the transaction was rolled back because of others, and may be run again. */
  static boolean isOf(SQLException e) {
    return SERIALIZATION_FAILURE.equals(e.getSQLState())
        || DEADLOCK_DETECTED.equals(e.getSQLState());
  }

  /** Whether the connection is gone, so that of a commit nothing is known. */
  static boolean isLostConnection(SQLException e) {
    String state = e.getSQLState();
    return state == null || state.startsWith(CONNECTION_CLASS) || state.startsWith(OPERATOR_CLASS);
  }
}
