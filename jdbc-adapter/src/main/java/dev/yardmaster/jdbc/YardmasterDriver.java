package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.admission.Admissions;
import dev.yardmaster.jdbc.admission.SessionFactories;
import dev.yardmaster.jdbc.admission.SessionFactory;
import dev.yardmaster.jdbc.admission.settings.DriverSetting;
import dev.yardmaster.jdbc.driver.DelegateUrl;
import dev.yardmaster.jdbc.driver.PublicUrl;
import dev.yardmaster.jdbc.driver.SqlStates;
import dev.yardmaster.jdbc.driver.YardConnection;
import dev.yardmaster.jdbc.figures.ScheduledDatabases;
import dev.yardmaster.jdbc.hints.PrefixHints;
import dev.yardmaster.jdbc.hints.VendorDrivers;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A JDBC driver in front of another driver. {@code jdbc:yardmaster:postgresql://host/bank} connects
 * to {@code jdbc:postgresql://host/bank} through the driver that is registered with {@link
 * DriverManager} for that URL. Transactions that would conflict wait for each other. All results
 * and exceptions come from the other driver.
 *
 * <p>The names of settings begin with {@code yardmaster.}. The settings are properties, or
 * parameters of the URL. The settings are not passed to the other driver. An unknown setting or an
 * invalid value causes an {@link SQLException} with SQLState HY024. With {@code
 * yardmaster.scheduling=off}, {@link #connect} returns the other driver's own connection.
 *
 * <p>This class is thread-safe. {@link DriverManager} finds the driver as a registered service.
 * When the driver is deregistered, its databases are no longer shown in JMX.
 */
public final class YardmasterDriver implements Driver {
  private static final int MAJOR_VERSION = 0;
  private static final int MINOR_VERSION = 1;

  static {
    try {
      DriverManager.registerDriver(new YardmasterDriver(), ScheduledDatabases::removeAll);
    } catch (SQLException failure) {
      throw new ExceptionInInitializerError(failure);
    }
  }

  private final SessionFactories sessions;

  /** Creates a driver for {@link DriverManager}. */
  public YardmasterDriver() {
    this(Admissions::of);
  }

  /** Creates a driver that gets the sessions of its connections from these factories. */
  YardmasterDriver(SessionFactories sessions) {
    this.sessions = sessions;
  }

  /**
   * Connects to the database through the other driver.
   *
   * @return the connection; null if the URL does not begin with {@code jdbc:yardmaster:}
   * @throws SQLException if the URL is null, a setting is invalid, or no driver is registered for
   *     the other URL; and any exception of the other driver
   */
  @Override
  public @Nullable Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    DelegateUrl behind = parse(url, info);
    SessionFactory source = sessions(behind);
    Connection vendor = driverBehind(behind).connect(behind.url(), behind.properties());
    if (vendor == null) {
      throw new SQLException(
          "the registered driver refused the URL: url=" + behind, SqlStates.GENERAL);
    }
    return YardConnection.over(vendor, source, behind::applicationUrl);
  }

  @Override
  public boolean acceptsURL(String url) throws SQLException {
    if (url == null) {
      throw new SQLException("a JDBC URL is required: url=null", SqlStates.NULL_ARGUMENT);
    }
    if (DelegateUrl.isOurs(url)) {
      return true;
    }
    PrefixHints.ofUrl(url, DelegateUrl.PREFIX);
    return false;
  }

  /**
   * Returns Yardmaster's settings, followed by the settings of the other driver.
   *
   * @return the settings; empty for a URL of another driver
   */
  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return new DriverPropertyInfo[0];
    }
    DelegateUrl behind = parse(url, info);
    return Stream.of(
            DriverSetting.describe(behind.settings()),
            driverBehind(behind).getPropertyInfo(behind.url(), behind.properties()))
        .flatMap(Stream::of)
        .toArray(DriverPropertyInfo[]::new);
  }

  private static DelegateUrl parse(String url, Properties info) throws SQLException {
    try {
      return DelegateUrl.of(url, info);
    } catch (IllegalArgumentException bad) {
      throw refused(bad, url);
    }
  }

  private SessionFactory sessions(DelegateUrl behind) throws SQLException {
    try {
      return sessions.unlessOff(behind.database(), behind.settings());
    } catch (IllegalArgumentException bad) {
      throw refused(bad, behind.url());
    }
  }

  private static SQLException refused(IllegalArgumentException bad, String url) {
    return new SQLException(
        bad.getMessage() + " url=" + PublicUrl.of(url), SqlStates.BAD_SETTING, bad);
  }

  private static Driver driverBehind(DelegateUrl behind) throws SQLException {
    try {
      return DriverManager.getDriver(behind.url());
    } catch (SQLException none) {
      throw new SQLException(
          "no driver is registered for the URL behind "
              + DelegateUrl.PREFIX
              + " : "
              + VendorDrivers.hint(behind.url())
              + "url="
              + behind,
          SqlStates.GENERAL,
          none);
    }
  }

  @Override
  public int getMajorVersion() {
    return MAJOR_VERSION;
  }

  @Override
  public int getMinorVersion() {
    return MINOR_VERSION;
  }

  /**
   * Returns false, because compliance depends on the other driver, which this method does not know.
   */
  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  /** Throws an exception, because the driver does not log through {@code java.util.logging}. */
  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("Yardmaster does not log through java.util.logging");
  }
}
