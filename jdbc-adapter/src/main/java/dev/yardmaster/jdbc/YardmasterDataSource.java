package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.admission.AdmissionFigures;
import dev.yardmaster.jdbc.admission.Admissions;
import dev.yardmaster.jdbc.admission.ScheduledSessionFactory;
import dev.yardmaster.jdbc.admission.SessionFactories;
import dev.yardmaster.jdbc.admission.SessionFactory;
import dev.yardmaster.jdbc.driver.Secrets;
import dev.yardmaster.jdbc.driver.SqlStates;
import dev.yardmaster.jdbc.driver.Unwrapping;
import dev.yardmaster.jdbc.driver.YardConnection;
import dev.yardmaster.jdbc.driver.YardConnectionBuilder;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.ShardingKeyBuilder;
import java.util.Optional;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import javax.sql.XADataSource;

/**
 * A DataSource in front of another: its connections are the other's, whose transactions wait for
 * their turn where they would conflict. Everything else is the other's: what its objects return and
 * what they throw.
 *
 * <pre>{@code
 * try (YardmasterDataSource bank = YardmasterDataSource.wrap(hikari)) {
 *   try (Connection connection = bank.getConnection()) {
 *     ...
 *   }
 * }
 * }</pre>
 *
 * <p>Any thread may use it.
 */
public final class YardmasterDataSource implements DataSource, AutoCloseable {
  private final DataSource vendor;

  /** Null when nothing is scheduled. */
  private final SessionFactory sessions;

  private YardmasterDataSource(DataSource vendor, SessionFactory sessions) {
    this.vendor = vendor;
    this.sessions = sessions;
  }

  /**
   * A DataSource in front of another, with the settings as they are by default.
   *
   * @throws IllegalArgumentException when it is of XA transactions, which are committed past their
   *     connections
   */
  public static YardmasterDataSource wrap(DataSource vendor) {
    return wrap(vendor, new Properties());
  }

  /**
   * A DataSource in front of another.
   *
   * @param settings names begin with {@code yardmaster.}; with {@code yardmaster.scheduling=off},
   *     connections are the other's own
   * @throws IllegalArgumentException when a setting is unknown, a value bad, or the DataSource of
   *     XA transactions
   */
  public static YardmasterDataSource wrap(DataSource vendor, Properties settings) {
    return wrap(vendor, settings, Admissions::anew);
  }

  static YardmasterDataSource wrap(
      DataSource vendor, Properties settings, SessionFactories sessions) {
    if (vendor == null) {
      throw new IllegalArgumentException("a DataSource is required: dataSource=null");
    }
    if (vendor instanceof XADataSource) {
      throw new IllegalArgumentException(
          "XA transactions are not scheduled; wrap a plain DataSource: dataSource="
              + vendor.getClass().getName());
    }
    return new YardmasterDataSource(vendor, sessions.unlessOff(name(vendor), settings));
  }

  private static String name(DataSource vendor) {
    return vendor.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(vendor));
  }

  /**
   * What the scheduling of its transactions has done so far.
   *
   * @return empty when scheduling is off
   */
  public Optional<AdmissionFigures> figures() {
    return sessions instanceof ScheduledSessionFactory admitted
        ? Optional.of(admitted.figures())
        : Optional.empty();
  }

  @Override
  public Connection getConnection() throws SQLException {
    return YardConnection.over(vendor.getConnection(), sessions);
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return YardConnection.over(vendor.getConnection(user, password), sessions);
  }

  @Override
  public ConnectionBuilder createConnectionBuilder() throws SQLException {
    return YardConnectionBuilder.over(vendor.createConnectionBuilder(), sessions);
  }

  @Override
  public ShardingKeyBuilder createShardingKeyBuilder() throws SQLException {
    return vendor.createShardingKeyBuilder();
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return vendor.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    vendor.setLogWriter(out);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return vendor.getLoginTimeout();
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    vendor.setLoginTimeout(seconds);
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return vendor.getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Unwrapping.unwrap(this, vendor, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return Unwrapping.isWrapperFor(this, vendor, type);
  }

  /**
   * Closes the DataSource behind, if it can be closed.
   *
   * @throws SQLException what the DataSource behind throws
   */
  @Override
  public void close() throws SQLException {
    if (vendor instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (SQLException | RuntimeException failure) {
        throw failure;
      } catch (Exception failure) {
        if (failure instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        throw new SQLException("closing failed: dataSource=" + this, SqlStates.GENERAL, failure);
      }
    }
  }

  @Override
  public String toString() {
    return "YardmasterDataSource over " + Secrets.masked(vendor.toString());
  }
}
