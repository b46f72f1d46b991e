package dev.yardmaster.jdbc.durability;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;

/**
 * The way in which a database commits without a flush, and forces the flush later. Implementations
 * are stateless.
 */
public interface DelayedDurability {

  /**
   * Prepares a connection for forces. The session owns the connection from then on, also if the
   * method throws an exception.
   *
   * @throws SQLFeatureNotSupportedException if this server, or this user, cannot force the log
   */
  ForceSession forces(Connection connection) throws SQLException;

  /** Prepares a connection for commits without a flush. The connection is in any mode. */
  DelayedCommits commits(Connection connection) throws SQLException;

  /**
   * Returns the way of the connection's database.
   *
   * @throws SQLFeatureNotSupportedException if the database has none, with the database's name
   */
  static DelayedDurability of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product) {
      case "PostgreSQL" -> new PostgresDurability();
      case "Microsoft SQL Server" -> new SqlServerDurability();
      case "MySQL", "MariaDB" ->
          throw new SQLFeatureNotSupportedException(
              "database="
                  + product
                  + " cannot commit a single transaction without a flush: its setting"
                  + " innodb_flush_log_at_trx_commit is global");
      default ->
          throw new SQLFeatureNotSupportedException(
              "database=" + product + " must be PostgreSQL or Microsoft SQL Server");
    };
  }
}
