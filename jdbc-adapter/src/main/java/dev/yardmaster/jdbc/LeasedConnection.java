package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.driver.LogicConnection;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connection that a lane has borrowed from the pool, or none. One lane's. */
final class LeasedConnection {
  private static final Logger LOG = LoggerFactory.getLogger(LeasedConnection.class);

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

  /** A connection in this mode for a transaction's logic, borrowed now if there is none. */
  Connection connection(boolean inAutoCommit) throws SQLException {
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

  /** Only a connection that is as it has to be is kept. */
  private void borrow() throws SQLException {
    Connection next = pool.getConnection();
    boolean isReady = false;
    try {
      autoCommit = next.getAutoCommit();
      pooledAutoCommit = autoCommit;
      if (isolation > 0) {
        next.setTransactionIsolation(isolation);
      }
      isReady = true;
    } finally {
      connection = next;
      if (!isReady) {
        discard();
      }
    }
    forLogic = LogicConnection.over(next);
  }

  /** Commits what the logic did. */
  void commit() throws SQLException {
    connection.commit();
  }

  /** Ends an open transaction without a commit. A connection that cannot is discarded. */
  void rollBack() {
    if (connection == null) {
      return;
    }
    try {
      if (!autoCommit) {
        connection.rollback();
      }
      // A pool may have closed it because of what the database threw.
      if (connection.isClosed()) {
        discard();
      }
    } catch (SQLException | RuntimeException failure) {
      LOG.debug("a rollback failed; the connection is given up", failure);
      discard();
    }
  }

  /**
   * Gives the connection back, in the mode in which it came. Its isolation level is the pool's to
   * reset.
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
      LOG.debug("a connection could not be given back as it was", failure);
    }
    discard();
  }

  /** Closes the connection: a pool takes it back, or replaces it if it is broken. */
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
