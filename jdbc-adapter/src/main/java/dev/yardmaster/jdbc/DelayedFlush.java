package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.durability.DelayedCommits;
import dev.yardmaster.jdbc.durability.DelayedDurability;
import dev.yardmaster.jdbc.durability.ForceSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import javax.sql.DataSource;

/**
 * The parts that early release needs for a database.
 *
 * @param vendor how the database commits without a flush, and flushes later
 * @param first an open session
 */
record DelayedFlush(DelayedDurability vendor, ForceSession first) {

  /**
   * Checks the database of a pool and opens a session.
   *
   * @throws IllegalArgumentException if early release is impossible
   * @throws IllegalStateException if the database cannot be asked
   */
  static DelayedFlush open(DataSource pool) {
    try {
      DelayedDurability vendor;
      try (Connection connection = pool.getConnection()) {
        vendor = DelayedDurability.of(connection);
      }
      ForceSession first = vendor.forces(pool.getConnection());
      try {
        requireSessions(vendor, first, pool);
      } catch (SQLException | RuntimeException failure) {
        first.close();
        throw failure;
      }
      return new DelayedFlush(vendor, first);
    } catch (SQLFeatureNotSupportedException impossible) {
      throw new IllegalArgumentException(
          "earlyRelease=true is impossible: " + impossible.getMessage(), impossible);
    } catch (SQLException failure) {
      throw new IllegalStateException(
          "earlyRelease=true: the database cannot be asked: " + failure.getMessage(), failure);
    }
  }

  /**
   * Checks that two open connections have two sessions. A connection pooler in transaction mode
   * that is idle gives both connections the same session.
   */
  private static void requireSessions(DelayedDurability vendor, ForceSession first, DataSource pool)
      throws SQLException {
    try (Connection connection = pool.getConnection()) {
      DelayedCommits second = vendor.commits(connection);
      if (second.id().equals(first.id())) {
        throw new SQLFeatureNotSupportedException(
            "two connections share one session ("
                + first.id()
                + "): a pooler in transaction mode does not give each connection its own session");
      }
    }
  }
}
