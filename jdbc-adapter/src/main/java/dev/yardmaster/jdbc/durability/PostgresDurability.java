package dev.yardmaster.jdbc.durability;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * PostgreSQL: {@code synchronous_commit = off} delays the flush of a commit. A later synchronous
 * transaction that writes a message to the log forces the flush. The message is necessary, because
 * a transaction without a log record does not flush earlier commits. The message must be
 * transactional, because a non-transactional message does not wait for standbys.
 *
 * <p>Source: PostgreSQL documentation, "Asynchronous Commit" and "Generic WAL functions".
 */
final class PostgresDurability implements DelayedDurability {

  @Override
  public ForceSession forces(Connection connection) throws SQLException {
    return PostgresForceSession.open(connection);
  }

  @Override
  public DelayedCommits commits(Connection connection) throws SQLException {
    return new Commits(connection, id(connection));
  }

  /**
   * Returns the identity of a session. The start time is exact to the microsecond, so that it also
   * differs between a server and its standby.
   */
  static SessionId id(Connection connection) throws SQLException {
    String[] row =
        OwnedConnection.row(
            connection,
            "SELECT pg_catalog.pg_postmaster_start_time()::text, pg_catalog.pg_backend_pid()",
            2);
    return new SessionId(row[0], row[1]);
  }

  private static final class Commits implements DelayedCommits {
    private final Connection connection;
    private final SessionId id;
    private String own;

    Commits(Connection connection, SessionId id) {
      this.connection = connection;
      this.id = id;
    }

    @Override
    public SessionId id() {
      return id;
    }

    @Override
    public String commit() {
      // The driver sends both statements in one round trip.
      return "SET LOCAL synchronous_commit = off;COMMIT";
    }

    @Override
    public boolean canDelaySession() {
      return true;
    }

    @Override
    public void delaySession(boolean delayed) throws SQLException {
      if (own == null) {
        own =
            OwnedConnection.row(
                connection, "SELECT pg_catalog.current_setting('synchronous_commit')", 1)[0];
      }
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET synchronous_commit = " + (delayed ? "off" : own));
      }
    }
  }
}
