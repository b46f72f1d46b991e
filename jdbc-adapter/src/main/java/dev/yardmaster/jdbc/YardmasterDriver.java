package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.admission.Admissions;
import dev.yardmaster.jdbc.admission.DriverSetting;
import dev.yardmaster.jdbc.admission.SessionFactories;
import dev.yardmaster.jdbc.admission.SessionFactory;
import dev.yardmaster.jdbc.driver.DelegateUrl;
import dev.yardmaster.jdbc.driver.Secrets;
import dev.yardmaster.jdbc.driver.SqlStates;
import dev.yardmaster.jdbc.driver.YardConnection;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * A JDBC driver in front of another: {@code jdbc:yardmaster:postgresql://host/bank} connects to
 * {@code jdbc:postgresql://host/bank} by the driver that {@link DriverManager} has for it, and lets
 * transactions that would conflict wait for their turn. Everything else is the other driver's: what
 * its objects return and what they throw.
 *
 * <p>Settings have names that begin with {@code yardmaster.}; they stand among the properties or
 * the URL's parameters, and are not passed on. An unknown one, or a bad value, is an {@link
 * SQLException} with SQLState HY024. With {@code yardmaster.scheduling=off}, a connection is the
 * other driver's own.
 *
 * <p>Any thread may use it. {@link DriverManager} finds it by itself.
 */
public final class YardmasterDriver implements Driver {
  private static final int MAJOR_VERSION = 0;
  private static final int MINOR_VERSION = 1;

  static {
    try {
      DriverManager.registerDriver(new YardmasterDriver());
    } catch (SQLException failure) {
      throw new ExceptionInInitializerError(failure);
    }
  }

  private final SessionFactories sessions;

  /** A driver as {@link DriverManager} uses it. */
  public YardmasterDriver() {
    this(Admissions::of);
  }

  /** A driver with sessions of the caller's choice. */
  YardmasterDriver(SessionFactories sessions) {
    this.sessions = sessions;
  }

  /**
   * Connects to the database behind.
   *
   * @return null when the URL does not begin with {@code jdbc:yardmaster:}
   * @throws SQLException when the URL is null, a setting is bad, or there is no driver for the URL
   *     behind; and whatever the driver behind throws
   */
  @Override
  public Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    DelegateUrl behind = parse(url, info);
    SessionFactory source = sessions(behind);
    Connection vendor = driverBehind(behind).connect(behind.url(), behind.properties());
    if (vendor == null) {
      throw new SQLException(
          "the driver behind does not take the URL after all: url=" + behind, SqlStates.GENERAL);
    }
    return YardConnection.over(vendor, source);
  }

  @Override
  public boolean acceptsURL(String url) throws SQLException {
    if (url == null) {
      throw new SQLException("a JDBC URL is required: url=null", SqlStates.NULL_ARGUMENT);
    }
    return DelegateUrl.isOurs(url);
  }

  /**
   * What can be set: ours first, then the other driver's.
   *
   * @return nothing for a foreign URL
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
        bad.getMessage() + " url=" + Secrets.masked(url), SqlStates.BAD_SETTING, bad);
  }

  private static Driver driverBehind(DelegateUrl behind) throws SQLException {
    try {
      return DriverManager.getDriver(behind.url());
    } catch (SQLException none) {
      throw new SQLException(
          "no driver is registered for the URL behind " + DelegateUrl.PREFIX + " : url=" + behind,
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

  /** False: it is as compliant as the driver behind, of which it cannot know. */
  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  /** Not supported: it does not log by {@code java.util.logging}. */
  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("Yardmaster does not log by java.util.logging");
  }
}
