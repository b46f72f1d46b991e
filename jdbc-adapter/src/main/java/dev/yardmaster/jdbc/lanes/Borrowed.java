package dev.yardmaster.jdbc.lanes;

import dev.yardmaster.jdbc.driver.LogicConnection;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connection that a lane has borrowed from the pool, or none. One lane's. */
final class Borrowed {
  private static final Logger LOG = LoggerFactory.getLogger(Borrowed.class);

  /** {@link Connection#getTransactionIsolation} of a connection that keeps its own. */
  static final int AS_POOLED = -1;

  private final DataSource pool;
  private final int isolation;
  private Connection connection;
  private LogicConnection forLogic;
  private boolean autoCommit;

  Borrowed(DataSource pool, int isolation) {
    this.pool = pool;
    this.isolation = isolation;
  }

  /** A connection in this mode for a transaction's logic, borrowed now if there is none. */
  Connection connection(boolean inAutoCommit) throws SQLException {
    if (connection == null) {
      borrow();
    }
    if (autoCommit != inAutoCommit) {
      connection.setAutoCommit(inAutoCommit);
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
      if (isolation != AS_POOLED) {
        next.setTransactionIsolation(isolation);
      }
      isReady = true;
    } finally {
      connection = next;
      if (!isReady) {
        discard();
      }
    }
    forLogic = new LogicConnection(next);
  }

  /** Commits what the logic did. */
  void commit() throws SQLException {
    connection.commit();
  }

  /** Ends an open transaction without a commit. A connection that cannot is discarded. */
  void rollBack() {
    if (connection == null || autoCommit) {
      return;
    }
    try {
      connection.rollback();
    } catch (SQLException | RuntimeException failure) {
      LOG.debug("a rollback failed; the connection is given up", failure);
      discard();
    }
  }

  /** Gives the connection back. */
  void giveBack() {
    discard();
  }

  /** Closes the connection, which is broken: a pool finds that out and replaces it. */
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
