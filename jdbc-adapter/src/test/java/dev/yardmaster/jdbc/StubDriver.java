package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.driver.RecordingVendor;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.logging.Logger;

/** A driver of {@code jdbc:stub:} that records its calls. */
final class StubDriver implements Driver, AutoCloseable {
  final List<String> urls = new ArrayList<>();
  final List<Properties> properties = new ArrayList<>();

  /** The connection that the driver returns; null if the driver shall refuse the URL. */
  Connection connection;

  /** The exception that the driver throws instead of returning a connection; null for none. */
  SQLException failure;

  StubDriver() throws SQLException {
    connection =
        new RecordingVendor(new ArrayList<>())
            .answering("getAutoCommit", true)
            .as(Connection.class);
    DriverManager.registerDriver(this);
  }

  @Override
  public void close() throws SQLException {
    DriverManager.deregisterDriver(this);
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith("jdbc:stub:");
  }

  @Override
  public Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    urls.add(url);
    properties.add(info);
    if (failure != null) {
      throw failure;
    }
    return connection;
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    urls.add(url);
    properties.add(info);
    return new DriverPropertyInfo[] {new DriverPropertyInfo("stub", "value")};
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return true;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getGlobal();
  }
}
