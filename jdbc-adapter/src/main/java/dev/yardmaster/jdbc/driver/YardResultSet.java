package dev.yardmaster.jdbc.driver;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** A result set whose statement is ours. */
final class YardResultSet extends DelegatingResultSet {
  private final YardConnection connection;

  /** Null until it is asked for, when none of ours made the result set. */
  private YardStatement statement;

  YardResultSet(ResultSet vendor, YardConnection connection, YardStatement statement) {
    super(vendor);
    this.connection = connection;
    this.statement = statement;
  }

  @Override
  public Statement getStatement() throws SQLException {
    Statement vendors = super.getStatement();
    if (vendors == null) {
      return null;
    }
    if (statement == null) {
      statement = new YardStatement(connection, vendors);
    }
    return statement;
  }

  @Override
  public Object getObject(int columnIndex) throws SQLException {
    return connection.ours(super.getObject(columnIndex));
  }

  @Override
  public Object getObject(String columnLabel) throws SQLException {
    return connection.ours(super.getObject(columnLabel));
  }

  @Override
  public Object getObject(int columnIndex, Map<String, Class<?>> map) throws SQLException {
    return connection.ours(super.getObject(columnIndex, map));
  }

  @Override
  public Object getObject(String columnLabel, Map<String, Class<?>> map) throws SQLException {
    return connection.ours(super.getObject(columnLabel, map));
  }

  @Override
  public <T> T getObject(int columnIndex, Class<T> type) throws SQLException {
    T value = super.getObject(columnIndex, type);
    return type == ResultSet.class ? type.cast(connection.ours((Object) value)) : value;
  }

  @Override
  public <T> T getObject(String columnLabel, Class<T> type) throws SQLException {
    T value = super.getObject(columnLabel, type);
    return type == ResultSet.class ? type.cast(connection.ours((Object) value)) : value;
  }
}
