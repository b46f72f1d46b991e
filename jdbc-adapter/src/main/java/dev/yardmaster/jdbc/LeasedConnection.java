package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.driver.LogicConnection;
import dev.yardmaster.jdbc.durability.OwnedConnection;
import dev.yardmaster.logging.Loggers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.NullUnmarked;
import org.slf4j.Logger;

/** The connection that a lane has borrowed from the pool, if any. Only the lane uses the object. */
@NullUnmarked // Internal: fields and results may be null.
class LeasedConnection {
  private static final Logger LOG = Loggers.of(LeasedConnection.class);

  /** The SQLState for a call that is impossible in a transaction. */
  private static final String ACTIVE_TRANSACTION = "25001";

  private final DataSource pool;
  private final int isolation;
  private Connection connection;
  private Connection forLogic;
  private boolean autoCommit;
  private boolean pooledAutoCommit;

  LeasedConnection(DataSource pool, int isolation) {
    this.pool = pool;
    this.isolation = isolation;
  }

  /** Returns a connection for one run of a transaction's logic. */
  Connection begin(PendingTransaction<?> call) throws SQLException {
    return connection(call.isSingleStatement());
  }

  /**
   * Returns a connection for a database transaction that begins with this transaction and that
   * other transactions may join.
   */
  Connection beginGroup(PendingTransaction<?> first) throws SQLException {
    return connection(false);
  }

  /**
   * Returns whether each statement fails after an error until the rollback, as in PostgreSQL. In
   * other databases, an error may end the database transaction without notice. The effects of all
   * transactions that share the database transaction would then be lost. The lane must have
   * borrowed a connection.
   */
  final boolean failsUntilRollback() throws SQLException {
    return "PostgreSQL".equals(connection.getMetaData().getDatabaseProductName());
  }

  /**
   * Returns whether the driver sends a text of several statements in one round trip, and the server
   * skips all statements after a failed statement. Returns false if the lane has no connection.
   */
  final boolean sharesRoundTrips() {
    try {
      return connection != null
          && "PostgreSQL JDBC Driver".equals(connection.getMetaData().getDriverName());
    } catch (SQLException failure) {
      return false;
    }
  }

  /**
   * Returns whether the driver knows that the database transaction is still open. If a {@code
   * COMMIT} was sent, true means that the {@code COMMIT} had no effect. The check costs no round
   * trip: PostgreSQL's driver refuses to set the read-only mode while a transaction is open.
   */
  final boolean isInTransaction() {
    try {
      connection.setReadOnly(connection.isReadOnly());
      return false;
    } catch (SQLException refused) {
      return ACTIVE_TRANSACTION.equals(refused.getSQLState());
    }
  }

  /** Returns the borrowed connection, or null. */
  final Connection borrowed() {
    return connection;
  }

  /**
   * Returns a connection in this mode for a transaction's logic. Borrows a connection if the lane
   * has none.
   */
  final Connection connection(boolean inAutoCommit) throws SQLException {
    if (connection == null) {
      borrow();
    }
    if (autoCommit != inAutoCommit) {
      try {
        connection.setAutoCommit(inAutoCommit);
      } catch (SQLException | RuntimeException failure) {
        discard();
        throw failure;
      }
      autoCommit = inAutoCommit;
    }
    return forLogic;
  }

  /**
   * Borrows a connection, and sets its mode and its isolation level. If the mode or the level
   * cannot be set, the method returns the connection to the pool.
   */
  private void borrow() throws SQLException {
    Connection next = pool.getConnection();
    boolean isReady = false;
    try {
      autoCommit = next.getAutoCommit();
      pooledAutoCommit = autoCommit;
      if (isolation > 0) {
        next.setTransactionIsolation(isolation);
      }
      forLogic = LogicConnection.over(next);
      isReady = true;
    } finally {
      connection = next;
      if (!isReady) {
        discard();
      }
    }
  }

  /**
   * Commits the database transaction that these transactions share. None of these transactions
   * commits by itself.
   */
  void commit(List<PendingTransaction<?>> calls) throws SQLException {
    connection.commit();
  }

  /**
   * Returns an SQL text that does the same as {@link #commit} and can be appended to another SQL
   * text.
   */
  String commitText(List<PendingTransaction<?>> calls) {
    return "COMMIT";
  }

  /** Rolls back an open transaction. If the rollback fails, the connection is discarded. */
  final void rollBack() {
    if (connection == null) {
      return;
    }
    try {
      if (!autoCommit) {
        connection.rollback();
      }
      // The pool may have closed the connection because of the database's exception.
      if (connection.isClosed()) {
        discard();
      }
    } catch (SQLException | RuntimeException failure) {
      LOG.debug("a rollback failed; the connection is discarded", failure);
      discard();
    }
  }

  /**
   * Restores the connection's original auto-commit mode, and returns the connection to the pool.
   * The pool resets the isolation level.
   */
  void giveBack() {
    if (connection == null) {
      return;
    }
    try {
      if (autoCommit != pooledAutoCommit) {
        connection.setAutoCommit(pooledAutoCommit);
      }
    } catch (SQLException | RuntimeException failure) {
      LOG.debug("a connection's auto-commit mode could not be reset", failure);
    }
    discard();
  }

  /**
   * Ends the database's session, so that it is not used again. An error, for example too little
   * memory, may have interrupted the driver while it read an answer. The driver would then take the
   * rest of this answer for the next answer.
   */
  final void end() {
    if (connection != null) {
      OwnedConnection.end(connection);
      discard();
    }
  }

  /** Closes the connection. The pool then reuses the connection, or replaces it if it is broken. */
  void discard() {
    Connection last = connection;
    connection = null;
    if (last != null) {
      try {
        last.close();
      } catch (SQLException | RuntimeException failure) {
        LOG.debug("a connection could not be closed", failure);
      }
    }
  }
}
