package dev.yardmaster.jdbc.durability;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;

/**
 * SQL Server: {@code COMMIT} with delayed durability delays the flush, and {@code sp_flush_log}
 * forces the flush. SQL Server has no session setting for delayed durability, so a single statement
 * in auto-commit mode commits synchronously.
 *
 * <p>Microsoft's JDBC driver may replace a lost session by a new one without an exception. A
 * temporary table detects this, because the table disappears with its session.
 *
 * <p>Source: SQL Server documentation, "Control transaction durability".
 */
final class SqlServerDurability implements DelayedDurability {
  private static final String WITNESS = "#yardmaster_forces";

  /**
   * SQL Server creates {@code tempdb} anew at each start, so its creation time identifies the
   * start.
   */
  private static final String ID =
      "SELECT CONCAT(@@SERVERNAME, ' ', CONVERT(varchar(33), create_date, 126)), @@SPID"
          + " FROM sys.databases WHERE name = 'tempdb'";

  @Override
  public ForceSession forces(Connection connection) throws SQLException {
    boolean isOpen = false;
    try {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(true);
      String allowed =
          OwnedConnection.row(
              connection,
              "SELECT delayed_durability_desc FROM sys.databases WHERE database_id = DB_ID()",
              1)[0];
      if (allowed == null || allowed.equals("DISABLED")) {
        throw new SQLFeatureNotSupportedException(
            "DELAYED_DURABILITY=" + allowed + " of the database must be ALLOWED or FORCED");
      }
      execute(connection, "CREATE TABLE " + WITNESS + " (n int)");
      Forces session = new Forces(connection, autoCommit, id(connection));
      session.force();
      isOpen = true;
      return session;
    } finally {
      if (!isOpen) {
        OwnedConnection.end(connection);
      }
    }
  }

  @Override
  public DelayedCommits commits(Connection connection) throws SQLException {
    return new Commits(connection, id(connection));
  }

  private static SessionId id(Connection connection) throws SQLException {
    String[] row = OwnedConnection.row(connection, ID, 2);
    return new SessionId(row[0], row[1]);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private record Forces(Connection connection, boolean autoCommit, SessionId id)
      implements ForceSession {

    @Override
    public void force() throws SQLException {
      check();
      try (Statement flush = connection.createStatement()) {
        flush.execute("EXEC sys.sp_flush_log");
        if (flush.getWarnings() != null) {
          throw new SQLException(
              "a force ended with a warning: " + flush.getWarnings().getMessage());
        }
      }
      check();
    }

    @Override
    public void check() throws SQLException {
      execute(connection, "SELECT n FROM " + WITNESS);
    }

    @Override
    public void abort() {
      OwnedConnection.end(connection);
    }

    @Override
    public void close() {
      OwnedConnection.giveBack(
          connection,
          () -> {
            execute(connection, "DROP TABLE " + WITNESS);
            connection.setAutoCommit(autoCommit);
          });
    }
  }

  private record Commits(Connection connection, SessionId id) implements DelayedCommits {

    @Override
    public String commit() {
      // If the logic has run no statement, there is no open transaction to commit.
      return "IF @@TRANCOUNT > 0 COMMIT TRANSACTION WITH (DELAYED_DURABILITY = ON)";
    }

    @Override
    public boolean canDelaySession() {
      return false;
    }

    @Override
    public void delaySession(boolean delayed) throws SQLException {
      throw new SQLFeatureNotSupportedException("SQL Server delays the commits of no session");
    }
  }
}
