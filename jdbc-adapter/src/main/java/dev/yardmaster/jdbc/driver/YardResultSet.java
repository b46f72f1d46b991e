package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.generator.Delegating;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A result set whose statement is wrapped. */
@Delegating
abstract class YardResultSet extends VendorWrapper implements ResultSet {
  private static final WrapperClass CLASS = new WrapperClass(DelegatingYardResultSet.class);

  final ResultSet vendor;
  private final YardConnection connection;

  /**
   * The wrapped statement. If no wrapped statement created the result set, the field is null until
   * the statement is requested.
   */
  private YardStatement statement;

  YardResultSet(ResultSet vendor, YardConnection connection, YardStatement statement) {
    super(vendor);
    this.vendor = vendor;
    this.connection = connection;
    this.statement = statement;
  }

  /**
   * Wraps a vendor's result set.
   *
   * @param statement the wrapped statement that created the result set; null if there is none
   */
  static YardResultSet of(ResultSet vendor, YardConnection connection, YardStatement statement) {
    return (YardResultSet) CLASS.wrap(vendor, connection, statement);
  }

  @Override
  Object wrapped(Object vendors, String sql) {
    if (statement != null && vendors == unwrapped(statement)) {
      return statement;
    }
    Object ours = super.wrapped(vendors, sql);
    return ours == vendors && (vendors instanceof ResultSet || vendors instanceof Connection)
        ? connection.wrapped(vendors, sql)
        : ours;
  }

  @Override
  public Statement getStatement() throws SQLException {
    Statement vendors = vendor.getStatement();
    if (vendors == null) {
      return null;
    }
    if (statement == null) {
      statement = YardStatement.of(vendors, connection);
    }
    return statement;
  }

  /** Wraps a value if it is a result set. */
  @Delegating.Answer
  final Object ours(Object value) {
    return connection.ours(value);
  }

  @Override
  public <T> T getObject(int columnIndex, Class<T> type) throws SQLException {
    return connection.ours(vendor.getObject(columnIndex, type), type);
  }

  @Override
  public <T> T getObject(String columnLabel, Class<T> type) throws SQLException {
    return connection.ours(vendor.getObject(columnLabel, type), type);
  }
}
