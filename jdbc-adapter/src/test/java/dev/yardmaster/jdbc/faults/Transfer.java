package dev.yardmaster.jdbc.faults;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A transfer between two accounts, which inserts a row with the transfer's id.
 *
 * @param runs how often the transfer's statements were executed
 * @param beforeCommit called after the last statement of each run
 */
record Transfer(
    long id, long payer, long payee, long amount, AtomicInteger runs, Runnable beforeCommit) {

  /** The outcome of a transfer, as the application learns it. */
  enum Outcome {
    COMMITTED,
    NOTHING,
    UNKNOWN
  }

  /** Executes the statements of the transfer, without the commit. */
  long run(Connection connection) throws SQLException {
    runs.incrementAndGet();
    long left = balance(connection, payer) - amount;
    long right = balance(connection, payee) + amount;
    update(connection, "UPDATE accounts SET balance = ? WHERE id = ?", left, payer);
    update(connection, "UPDATE accounts SET balance = ? WHERE id = ?", right, payee);
    update(connection, "INSERT INTO transfers (id, amount) VALUES (?, ?)", id, amount);
    beforeCommit.run();
    return left;
  }

  private static long balance(Connection connection, long account) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT balance FROM accounts WHERE id = ?")) {
      select.setLong(1, account);
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  private static void update(Connection connection, String sql, long first, long second)
      throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      update.setLong(1, first);
      update.setLong(2, second);
      update.executeUpdate();
    }
  }
}
