package dev.yardmaster.jdbc.durability;

import dev.yardmaster.logging.Loggers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;

/**
 * Calls on a connection of a pool. The connection must not return to the pool with changed
 * settings.
 */
public final class OwnedConnection {
  private static final Logger LOG = Loggers.of(OwnedConnection.class);

  private OwnedConnection() {}

  /** Work that restores a connection. */
  @FunctionalInterface
  interface Restoring {
    void run() throws SQLException;
  }

  /** Restores a connection and returns it to its pool, or ends it if it cannot be restored. */
  static void giveBack(Connection connection, Restoring restoring) {
    try {
      restoring.run();
    } catch (SQLException | RuntimeException failure) {
      LOG.debug("a connection's settings could not be restored; the connection is ended", failure);
      end(connection);
      return;
    }
    close(connection);
  }

  /**
   * Ends the session of a connection, so that the pool does not lend the connection again. A pool
   * notices the end by the exception of a call, so this method makes a call that fails.
   */
  public static void end(Connection connection) {
    try {
      connection.abort(Runnable::run);
      connection.createStatement().close();
    } catch (SQLException | RuntimeException expected) {
      LOG.trace("the pool sees the end of the connection", expected);
    }
    close(connection);
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException | RuntimeException failure) {
      LOG.debug("a connection could not be closed", failure);
    }
  }

  /** Runs a query that returns one row of texts. */
  static String[] row(Connection connection, String query, int columns) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      if (!rows.next()) {
        throw new SQLException("a query returned no row: " + query);
      }
      String[] row = new String[columns];
      for (int i = 0; i < columns; i++) {
        row[i] = rows.getString(i + 1);
      }
      return row;
    }
  }
}
