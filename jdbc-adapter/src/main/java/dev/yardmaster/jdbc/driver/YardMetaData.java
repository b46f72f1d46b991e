package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.generator.Delegating;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;

/**
 * Metadata that returns wrapped connections and result sets, because the vendor's own objects would
 * bypass Yardmaster.
 */
@Delegating
abstract class YardMetaData extends VendorWrapper implements DatabaseMetaData {
  private final YardConnection connection;

  YardMetaData(YardConnection connection, DatabaseMetaData vendor) {
    super(vendor);
    this.connection = connection;
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
