package dev.yardmaster.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.yardmaster.jdbc.admission.Admissions;
import dev.yardmaster.jdbc.admission.ScheduledSessionFactory;
import dev.yardmaster.jdbc.admission.SessionFactories;
import dev.yardmaster.jdbc.admission.SessionFactory;
import dev.yardmaster.jdbc.driver.SqlStates;
import dev.yardmaster.jdbc.driver.Unwrapping;
import dev.yardmaster.jdbc.driver.YardConnection;
import dev.yardmaster.jdbc.driver.YardConnectionBuilder;
import dev.yardmaster.jdbc.figures.DatabaseFigures;
import dev.yardmaster.jdbc.figures.ScheduledDatabase;
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
 * A DataSource that wraps the connections of another DataSource. Transactions that would conflict
 * wait for each other. All results and exceptions come from the wrapped DataSource.
 *
 * <pre>{@code
 * try (YardmasterDataSource bank = YardmasterDataSource.wrap(hikari)) {
 *   try (Connection connection = bank.getConnection()) {
 *     ...
 *   }
 * }
 * }</pre>
 *
 * <p>This class is thread-safe.
 */
public final class YardmasterDataSource implements DataSource, AutoCloseable {
  private final DataSource vendor;

  /** The factory of the connections' sessions; null if scheduling is off. */
  private final SessionFactory sessions;

  private YardmasterDataSource(DataSource vendor, SessionFactory sessions) {
    this.vendor = vendor;
    this.sessions = sessions;
  }

  /**
   * Wraps a DataSource with the default settings.
   *
   * @throws IllegalArgumentException if {@code vendor} is an XADataSource, because a connection
   *     cannot observe the commit of an XA transaction
   */
  public static YardmasterDataSource wrap(DataSource vendor) {
    return wrap(vendor, new Properties());
  }

  /**
   * Wraps a DataSource.
   *
   * @param settings the settings, whose names begin with {@code yardmaster.}; with {@code
   *     yardmaster.scheduling=off} the DataSource returns the vendor's own connections
   * @throws IllegalArgumentException if a setting is unknown, a value is invalid, or the DataSource
   *     is an XADataSource
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
    String pool = vendor instanceof HikariDataSource hikari ? hikari.getPoolName() : null;
    return pool == null ? vendor.getClass().getSimpleName() : pool;
  }

  /**
   * Returns the figures of the scheduling.
   *
   * @return the figures; empty with {@code yardmaster.scheduling=off}
   */
  public Optional<DatabaseFigures> figures() {
    return scheduled().map(ScheduledDatabase::figures);
  }

  /**
   * Returns the figures, the switch and the advisor.
   *
   * @return the object, which is the same for each call; empty with {@code
   *     yardmaster.scheduling=off}
   */
  public Optional<ScheduledDatabase> scheduled() {
    return sessions instanceof ScheduledSessionFactory admitted
        ? Optional.of(admitted.scheduled())
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
   * Closes the wrapped DataSource, if it can be closed, and unregisters the figures from JMX and
   * from meters.
   *
   * @throws SQLException the exception of the wrapped DataSource
   */
  @Override
  public void close() throws SQLException {
    if (sessions instanceof ScheduledSessionFactory admitted) {
      admitted.close();
    }
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
    // The text of the vendor's object may contain a password.
    return "YardmasterDataSource over " + vendor.getClass().getName();
  }
}
