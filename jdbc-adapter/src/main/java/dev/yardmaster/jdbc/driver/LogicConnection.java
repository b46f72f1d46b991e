package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.generator.Delegating;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Executor;

/**
 * The connection for a transaction's logic. The logic cannot begin or end the transaction, because
 * the scheduler begins and ends it. All other calls go to the vendor's connection.
 */
@Delegating
public abstract class LogicConnection extends VendorWrapper implements Connection {
  private static final WrapperClass CLASS = new WrapperClass(DelegatingLogicConnection.class);

  /** The SQLState for an invalid transaction termination. */
  private static final String INVALID_TERMINATION = "2D000";

  private final Connection vendor;

  LogicConnection(Connection vendor) {
    super(vendor);
    this.vendor = vendor;
  }

  /** Wraps the connection in whose transaction the logic runs. */
  public static Connection over(Connection vendor) {
    return (Connection) CLASS.wrap(vendor, null, null);
  }

  private static SQLException refused(String call) {
    return new SQLException(
        call + " is not allowed: the scheduler ends the transaction after its logic",
        INVALID_TERMINATION);
  }

  @Override
  public void commit() throws SQLException {
    throw refused("commit()");
  }

  @Override
  public void rollback() throws SQLException {
    throw refused("rollback()");
  }

  @Override
  public void setAutoCommit(boolean autoCommit) throws SQLException {
    if (autoCommit != vendor.getAutoCommit()) {
      throw refused("setAutoCommit(" + autoCommit + ")");
    }
  }

  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    throw refused("setTransactionIsolation(" + level + ")");
  }

  @Override
  public void setReadOnly(boolean readOnly) throws SQLException {
    throw stays("setReadOnly(" + readOnly + ")");
  }

  @Override
  public void setCatalog(String catalog) throws SQLException {
    throw stays("setCatalog(" + catalog + ")");
  }

  @Override
  public void setSchema(String schema) throws SQLException {
    throw stays("setSchema(" + schema + ")");
  }

  @Override
  public void setHoldability(int holdability) throws SQLException {
    throw stays("setHoldability(" + holdability + ")");
  }

  @Override
  public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
    throw stays("setNetworkTimeout(" + milliseconds + ")");
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    throw refused("abort()");
  }

  private static SQLException stays(String call) {
    return new SQLException(
        call + " would affect the next transaction on the connection; configure the pool instead",
        SqlStates.GENERAL);
  }

  @Override
  public void close() throws SQLException {
    throw refused("close()");
  }
}
