package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.generator.Delegating;
import dev.yardmaster.jdbc.sql.StatementTemplate;
import java.sql.CallableStatement;
import java.sql.SQLException;

/**
 * A call of a stored procedure. The call waits until its transaction is admitted. No rows are
 * derived from parameters that are set by name.
 */
@Delegating
abstract class YardCallableStatement extends YardPreparedStatement implements CallableStatement {
  private static final WrapperClass CLASS = new WrapperClass(DelegatingYardCallableStatement.class);

  private final CallableStatement vendor;

  YardCallableStatement(
      CallableStatement vendor, YardConnection connection, StatementTemplate template) {
    super(vendor, connection, template);
    this.vendor = vendor;
  }

  /** Wraps a vendor's statement. */
  static YardCallableStatement of(
      CallableStatement vendor, YardConnection connection, StatementTemplate template) {
    return (YardCallableStatement) CLASS.wrap(vendor, connection, template);
  }

  /** Wraps a value if it is a result set. */
  @Delegating.Answer
  final Object ours(Object value) {
    return connection.ours(value);
  }

  @Override
  public <T> T getObject(int parameterIndex, Class<T> type) throws SQLException {
    return connection.ours(vendor.getObject(parameterIndex, type), type);
  }

  @Override
  public <T> T getObject(String parameterName, Class<T> type) throws SQLException {
    return connection.ours(vendor.getObject(parameterName, type), type);
  }
}
