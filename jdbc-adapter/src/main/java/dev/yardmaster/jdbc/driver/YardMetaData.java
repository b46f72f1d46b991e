package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.generator.Delegating;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Metadata that returns wrapped connections and result sets. The vendor's own objects would bypass
 * Yardmaster.
 */
@Delegating
abstract class YardMetaData extends VendorWrapper implements DatabaseMetaData {
  private static final WrapperClass CLASS = new WrapperClass(DelegatingYardMetaData.class);

  private final DatabaseMetaData vendor;
  private final YardConnection connection;

  YardMetaData(DatabaseMetaData vendor, YardConnection connection) {
    super(vendor);
    this.vendor = vendor;
    this.connection = connection;
  }

  /** Wraps a vendor's metadata. */
  static YardMetaData of(DatabaseMetaData vendor, YardConnection connection) {
    return (YardMetaData) CLASS.wrap(vendor, connection, null);
  }

  /** Returns the URL that the application used. */
  @Override
  public String getURL() throws SQLException {
    return connection.url(vendor.getURL());
  }

  @Override
  Object wrapped(Object vendors, String sql) {
    return vendors instanceof ResultSet || vendors instanceof Connection
        ? connection.wrapped(vendors, sql)
        : super.wrapped(vendors, sql);
  }

  /** Wraps a connection. */
  @Delegating.Answer
  final Connection ours(Connection vendors) {
    return connection.instead(vendors);
  }

  /** Wraps a result set. */
  @Delegating.Answer
  final ResultSet ours(ResultSet vendors) {
    return connection.ours(vendors);
  }
}
