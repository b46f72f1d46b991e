package dev.yardmaster.jdbc.durability;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/** A session that forces PostgreSQL's log. */
final class PostgresForceSession implements ForceSession {

  /**
   * Writes a message to the log. Logical decoding ignores the message unless a consumer asks for
   * messages. The backend's process id shows whether the session is still the same.
   */
  private static final String FORCE =
      "SELECT pg_catalog.pg_backend_pid(),"
          + " pg_catalog.pg_logical_emit_message(true, 'yardmaster', ''::text)";

  private static final int CHECK_TIMEOUT_S = 5;

  private final Connection connection;
  private final SessionId id;
  private final boolean autoCommit;
  private final Map<String, String> before;
  private final PreparedStatement force;

  private PostgresForceSession(
      Connection connection, boolean autoCommit, SessionId id, Map<String, String> before)
      throws SQLException {
    this.connection = connection;
    this.autoCommit = autoCommit;
    this.id = id;
    this.before = before;
    force = connection.prepareStatement(FORCE);
  }

  /**
   * Opens the session and makes a first force. Throws an exception if the server cannot force the
   * log.
   */
  static PostgresForceSession open(Connection connection) throws SQLException {
    boolean isOpen = false;
    try {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(true);
      PostgresForceSession session =
          new PostgresForceSession(
              connection, autoCommit, PostgresDurability.id(connection), prepare(connection));
      session.tryFirstForce();
      isOpen = true;
      return session;
    } finally {
      if (!isOpen) {
        OwnedConnection.end(connection);
      }
    }
  }

  /**
   * Checks the server, and changes the session's settings to those that a force needs. Returns the
   * previous values.
   *
   * <p>{@code synchronous_commit} keeps its present value, but is set explicitly, so that a later
   * change of the server's configuration does not affect the session. Warnings must reach the
   * client, because the server reports by a warning that a standby does not have the commits. The
   * timeouts are off, so that none of them ends a force that waits for a standby.
   */
  private static Map<String, String> prepare(Connection connection) throws SQLException {
    String[] row =
        OwnedConnection.row(
            connection,
            "SELECT pg_catalog.pg_is_in_recovery(),"
                + " pg_catalog.current_setting('synchronous_commit')",
            2);
    if (row[0].equals("t")) {
      throw new SQLFeatureNotSupportedException(
          "pg_is_in_recovery()=true: a hot standby cannot force the log");
    }
    if (row[1].equals("off")) {
      throw new SQLFeatureNotSupportedException(
          "synchronous_commit=off must be local, remote_write, on or remote_apply: the user's"
              + " commits do not wait for the log at all");
    }
    Map<String, String> before = settings(connection);
    Map<String, String> needed = new LinkedHashMap<>(before);
    needed.replace("client_min_messages", "warning");
    needed.replace("default_transaction_isolation", "read committed");
    needed.replace("statement_timeout", "0");
    needed.replace("transaction_timeout", "0");
    needed.replace("idle_session_timeout", "0");
    set(connection, needed);
    return before;
  }

  /** Returns the values of those settings that a force depends on and that this server has. */
  private static Map<String, String> settings(Connection connection) throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT name, setting FROM pg_catalog.pg_settings WHERE name IN"
                    + " ('synchronous_commit', 'client_min_messages', 'statement_timeout',"
                    + " 'transaction_timeout', 'idle_session_timeout',"
                    + " 'default_transaction_isolation')")) {
      while (rows.next()) {
        settings.put(rows.getString(1), rows.getString(2));
      }
    }
    return settings;
  }

  private static void set(Connection connection, Map<String, String> settings) throws SQLException {
    try (PreparedStatement set =
        connection.prepareStatement("SELECT pg_catalog.set_config(?, ?, false)")) {
      for (Map.Entry<String, String> setting : settings.entrySet()) {
        set.setString(1, setting.getKey());
        set.setString(2, setting.getValue());
        set.executeQuery().close();
      }
    }
  }

  private void tryFirstForce() throws SQLException {
    try {
      force();
    } catch (SQLException failure) {
      String state = failure.getSQLState();
      // The SQLStates for insufficient privilege, a read-only transaction and an undefined
      // function.
      if ("42501".equals(state) || "25006".equals(state) || "42883".equals(state)) {
        throw new SQLFeatureNotSupportedException(
            "the user cannot force the log: " + failure.getMessage(), state, failure);
      }
      throw failure;
    }
  }

  @Override
  public SessionId id() {
    return id;
  }

  @Override
  public void force() throws SQLException {
    force.clearWarnings();
    try (ResultSet row = force.executeQuery()) {
      if (!row.next() || !row.getString(1).equals(id.session())) {
        throw new SQLNonTransientConnectionException(
            "the session of the forces has changed: a pooler assigns sessions to transactions"
                + " only (pid="
                + id.session()
                + ")",
            "08003");
      }
      SQLWarning warning = force.getWarnings();
      if (warning != null) {
        throw new SQLException(
            "a force ended with a warning: " + warning.getMessage(),
            warning.getSQLState(),
            warning);
      }
    }
  }

  @Override
  public void check() throws SQLException {
    if (!connection.isValid(CHECK_TIMEOUT_S)) {
      throw new SQLNonTransientConnectionException("the session of the forces has ended", "08003");
    }
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
          force.close();
          set(connection, before);
          connection.setAutoCommit(autoCommit);
        });
  }
}
