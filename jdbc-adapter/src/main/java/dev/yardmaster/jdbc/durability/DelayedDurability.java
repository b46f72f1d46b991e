package dev.yardmaster.jdbc.durability;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;

/**
 * The way in which a database commits without a flush of the log, and flushes the log later (a
 * force). Implementations are stateless.
 */
public interface DelayedDurability {

  /**
   * Prepares a connection for forces. After this call, the returned session owns the connection. If
   * the method throws an exception, it has ended the connection.
   *
   * @throws SQLFeatureNotSupportedException if this server, or this user, cannot force the log
   */
  ForceSession forces(Connection connection) throws SQLException;

  /**
   * Prepares a connection for commits without a flush. The connection may be in auto-commit mode or
   * not.
   */
  DelayedCommits commits(Connection connection) throws SQLException;

  /**
   * Returns the implementation for the connection's database.
   *
   * @throws SQLFeatureNotSupportedException if there is none for the database; the message names
   *     the database
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
