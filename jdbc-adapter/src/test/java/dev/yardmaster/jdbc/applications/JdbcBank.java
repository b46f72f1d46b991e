package dev.yardmaster.jdbc.applications;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A bank that uses plain JDBC. */
final class JdbcBank implements Bank {
  private final DataSource pool;

  /**
   * Creates a bank that uses a HikariCP pool or a DataSource over a pool. The bank closes the pool.
   */
  JdbcBank(DataSource pool) {
    this.pool = pool;
  }

  @Override
  public void transfer(int payer, int payee, long amount) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      try {
        long payerBalance = balance(connection, payer);
        long payeeBalance = balance(connection, payee);
        setBalance(connection, payer, payerBalance - amount);
        setBalance(connection, payee, payeeBalance + amount);
        note(connection, payer, payee, amount);
        connection.commit();
      } catch (SQLException e) {
        connection.rollback();
        throw e;
      }
    }
  }

  @Override
  public void close() throws SQLException {
    pool.unwrap(HikariDataSource.class).close();
  }

  private static long balance(Connection connection, int account) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT balance FROM accounts WHERE id = ?")) {
      statement.setInt(1, account);
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        return result.getLong(1);
      }
    }
  }

  private static void setBalance(Connection connection, int account, long balance)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("UPDATE accounts SET balance = ? WHERE id = ?")) {
      statement.setLong(1, balance);
      statement.setInt(2, account);
      statement.executeUpdate();
    }
  }

  private static void note(Connection connection, int payer, int payee, long amount)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO transfers (payer, payee, amount) VALUES (?, ?, ?)")) {
      statement.setInt(1, payer);
      statement.setInt(2, payee);
      statement.setLong(3, amount);
      statement.executeUpdate();
    }
  }
}
