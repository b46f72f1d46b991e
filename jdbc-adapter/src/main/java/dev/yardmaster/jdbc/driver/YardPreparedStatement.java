package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.generator.Delegating;
import dev.yardmaster.jdbc.sql.BoundStatement;
import dev.yardmaster.jdbc.sql.StatementTemplate;
import java.io.Closeable;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.util.List;

/**
 * A prepared statement that waits until its transaction is admitted. The statement keeps the values
 * of its parameters, because its rows are derived from them.
 */
@Delegating
abstract class YardPreparedStatement extends YardStatement implements PreparedStatement {
  private static final WrapperClass CLASS = new WrapperClass(DelegatingYardPreparedStatement.class);

  private final PreparedStatement vendor;
  private final StatementTemplate template;
  private final ParameterValues values;

  YardPreparedStatement(
      PreparedStatement vendor, YardConnection connection, StatementTemplate template) {
    super(vendor, connection);
    this.vendor = vendor;
    this.template = template;
    this.values = new ParameterValues(template.sql());
  }

  /** Wraps a vendor's statement. */
  static YardPreparedStatement of(
      PreparedStatement vendor, YardConnection connection, StatementTemplate template) {
    return (YardPreparedStatement) CLASS.wrap(vendor, connection, template);
  }

  private BoundStatement bound() {
    return BoundStatement.of(template, values.all());
  }

  /** Runs the statement after its transaction is admitted. */
  @Delegating.Around("execute")
  final <T> T run(SqlCall<T> call) throws SQLException {
    return run(List.of(bound()), call);
  }

  @Override
  public void addBatch() throws SQLException {
    vendor.addBatch();
    addToBatch(List.of(bound().derived()));
  }

  @Override
  public void clearParameters() throws SQLException {
    vendor.clearParameters();
    values.clear();
  }

  @Override
  public void setNull(int parameterIndex, int sqlType) throws SQLException {
    vendor.setNull(parameterIndex, sqlType);
    values.keep(parameterIndex, null);
  }

  @Override
  public void setNull(int parameterIndex, int sqlType, String typeName) throws SQLException {
    vendor.setNull(parameterIndex, sqlType, typeName);
    values.keep(parameterIndex, null);
  }

  /** Unwraps an argument for the vendor. */
  @Delegating.Argument
  final Object vendors(Object argument) {
    return unwrapped(argument);
  }

  /** Keeps a parameter after the vendor's statement has accepted it. */
  @Delegating.After("set")
  final void keep(int index, Object value) {
    values.keep(index, value);
  }

  // Values that can be read only once, and types that this class does not handle, are not kept, so
  // no rows are derived from them.

  @Delegating.After("set")
  final void keep(int index, Closeable stream) {
    values.keep(index, null);
  }

  @Delegating.After("set")
  final void keep(int index, Blob unread) {
    values.keep(index, null);
  }

  @Delegating.After("set")
  final void keep(int index, Clob unread) {
    values.keep(index, null);
  }

  @Delegating.After("set")
  final void keep(int index, SQLXML unread) {
    values.keep(index, null);
  }
}
