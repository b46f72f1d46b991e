package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.sql.StatementTemplate;
import java.sql.CallableStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLType;
import java.util.Map;

/**
 * A call of a stored procedure that waits for the turn of its transaction before it runs. A
 * parameter that is set by name tells nothing of the rows.
 */
final class YardCallableStatement extends DelegatingCallableStatement {

  YardCallableStatement(
      YardConnection connection, CallableStatement callable, StatementTemplate template) {
    super(connection, callable, template);
  }

  @Override
  public void setObject(String parameterName, Object x, int targetSqlType, int scale)
      throws SQLException {
    super.setObject(parameterName, unwrapped(x), targetSqlType, scale);
  }

  @Override
  public void setObject(String parameterName, Object x, int targetSqlType) throws SQLException {
    super.setObject(parameterName, unwrapped(x), targetSqlType);
  }

  @Override
  public void setObject(String parameterName, Object x) throws SQLException {
    super.setObject(parameterName, unwrapped(x));
  }

  @Override
  public void setObject(String parameterName, Object x, SQLType targetSqlType, int scaleOrLength)
      throws SQLException {
    super.setObject(parameterName, unwrapped(x), targetSqlType, scaleOrLength);
  }

  @Override
  public void setObject(String parameterName, Object x, SQLType targetSqlType) throws SQLException {
    super.setObject(parameterName, unwrapped(x), targetSqlType);
  }

  @Override
  public Object getObject(int parameterIndex) throws SQLException {
    return connection.ours(super.getObject(parameterIndex));
  }

  @Override
  public Object getObject(int parameterIndex, Map<String, Class<?>> map) throws SQLException {
    return connection.ours(super.getObject(parameterIndex, map));
  }

  @Override
  public Object getObject(String parameterName) throws SQLException {
    return connection.ours(super.getObject(parameterName));
  }

  @Override
  public Object getObject(String parameterName, Map<String, Class<?>> map) throws SQLException {
    return connection.ours(super.getObject(parameterName, map));
  }

  @Override
  public <T> T getObject(int parameterIndex, Class<T> type) throws SQLException {
    T value = super.getObject(parameterIndex, type);
    return type == ResultSet.class ? type.cast(connection.ours((Object) value)) : value;
  }

  @Override
  public <T> T getObject(String parameterName, Class<T> type) throws SQLException {
    T value = super.getObject(parameterName, type);
    return type == ResultSet.class ? type.cast(connection.ours((Object) value)) : value;
  }
}
