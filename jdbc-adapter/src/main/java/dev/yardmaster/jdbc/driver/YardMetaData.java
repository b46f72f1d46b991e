package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.generator.Delegating;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;

/**
 * A database's description whose connection, and whose result sets' statements', is ours: what the
 * vendor's returned would lead past us.
 */
@Delegating
abstract class YardMetaData extends VendorWrapper implements DatabaseMetaData {
  private final YardConnection connection;

  YardMetaData(YardConnection connection, DatabaseMetaData vendor) {
    super(vendor);
    this.connection = connection;
  }

  /** The connection, as ours. */
  @Delegating.Answer
  final Connection ours(Connection vendors) {
    return connection.instead(vendors);
  }

  /** A result set, as ours. */
  @Delegating.Answer
  final ResultSet ours(ResultSet vendors) {
    return connection.ours(vendors);
  }
}
