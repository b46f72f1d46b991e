package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.admission.SessionFactory;
import dev.yardmaster.jdbc.generator.Delegating;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/**
 * A connection whose transactions wait for conflicting transactions of other connections. All
 * results and exceptions come from the vendor's connection. Like any JDBC connection, it is for one
 * thread at a time, except that any thread may call {@link #close} and {@link #abort}.
 */
@Delegating
public abstract class YardConnection extends VendorWrapper implements Connection {
  private static final WrapperClass CLASS = new WrapperClass(DelegatingYardConnection.class);

  private final Connection vendor;
  private final ConnectionGuard guard;
  private final UnaryOperator<String> urls;

  YardConnection(Connection vendor, ConnectionGuard guard, UnaryOperator<String> urls) {
    super(vendor);
    this.vendor = vendor;
    this.guard = guard;
    this.urls = urls;
  }

  /** Wraps a vendor's connection whose URL the application knows. */
  public static Connection over(Connection vendor, SessionFactory sessions) throws SQLException {
    return over(vendor, sessions, UnaryOperator.identity());
  }

  /**
   * Wraps a vendor's connection.
   *
   * @param sessions the factory of sessions; null if scheduling is off, so that the vendor's own
   *     connection is returned
   * @param urls converts the URL in the vendor's metadata to the URL that the application used
   * @throws SQLException if the state of the vendor's connection cannot be read; the method has
   *     then closed the connection
   */
  public static Connection over(
      Connection vendor, SessionFactory sessions, UnaryOperator<String> urls) throws SQLException {
    if (sessions == null) {
      return vendor;
    }
    try {
      ConnectionGuard guard = new ConnectionGuard(sessions.session(vendor), vendor.getAutoCommit());
      return (Connection) CLASS.wrap(vendor, guard, urls);
    } catch (SQLException | RuntimeException | Error failure) {
      try {
        vendor.close();
      } catch (SQLException another) {
        failure.addSuppressed(another);
      }
      throw failure;
    }
  }

  ConnectionGuard guard() {
    return guard;
  }

  /** Converts the URL in the vendor's metadata to the URL that the application used. */
  String url(String vendors) {
    return urls.apply(vendors);
  }

  @Override
  Object wrapped(Object vendors, String sql) {
    if (vendors instanceof ResultSet rows) {
      return ours(rows);
    } else if (vendors instanceof DatabaseMetaData metaData) {
      return made(metaData);
    } else if (vendors instanceof PreparedStatement prepared) {
      if (sql == null) {
        return prepared; // Without the statement's text, no rows can be derived.
      }
      return prepared instanceof CallableStatement callable
          ? made(callable, sql)
          : made(prepared, sql);
    } else if (vendors instanceof Statement statement) {
      return made(statement);
    }
    return super.wrapped(vendors, sql);
  }

  /** Returns this connection in place of the vendor's connection; returns null for null. */
  Connection instead(Connection vendors) {
    return vendors == null ? null : this;
  }

  /** Wraps a result set that no wrapped statement created. */
  ResultSet ours(ResultSet vendors) {
    return vendors == null ? null : YardResultSet.of(vendors, this, null);
  }

  /** Wraps a value if it is a result set, for example a cursor. */
  Object ours(Object value) {
    return value instanceof ResultSet cursor ? ours(cursor) : value;
  }

  /** Wraps a value that was requested by its type. */
  <T> T ours(T value, Class<T> type) {
    return type == ResultSet.class ? type.cast(ours((Object) value)) : value;
  }

  @Override
  public void commit() throws SQLException {
    try {
      vendor.commit();
    } catch (SQLException failure) {
      guard.ended(false, failure);
      throw failure;
    }
    guard.ended(true, null);
  }

  @Override
  public void rollback() throws SQLException {
    try {
      vendor.rollback();
    } finally {
      guard.ended(false, null);
    }
  }

  @Override
  public void setAutoCommit(boolean autoCommit) throws SQLException {
    boolean commits = autoCommit && !guard.isAutoCommit();
    try {
      vendor.setAutoCommit(autoCommit);
    } catch (SQLException failure) {
      if (commits) {
        guard.ended(false, failure);
      }
      throw failure;
    }
    guard.autoCommitIs(autoCommit);
    if (commits) {
      guard.ended(true, null);
    }
  }

  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    vendor.setTransactionIsolation(level);
    guard.isolationIs(level);
  }

  @Override
  public void setReadOnly(boolean readOnly) throws SQLException {
    vendor.setReadOnly(readOnly);
    guard.readOnlyIs(readOnly);
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    Savepoint savepoint = vendor.setSavepoint();
    guard.savepointSet();
    return savepoint;
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    Savepoint savepoint = vendor.setSavepoint(name);
    guard.savepointSet();
    return savepoint;
  }

  @Override
  public void close() throws SQLException {
    try {
      vendor.close();
    } finally {
      guard.close();
    }
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    try {
      vendor.abort(executor);
    } finally {
      guard.close();
    }
  }

  @Delegating.Answer
  final DatabaseMetaData made(DatabaseMetaData vendors) {
    return YardMetaData.of(vendors, this);
  }

  @Delegating.Answer
  final Statement made(Statement vendors) {
    return YardStatement.of(vendors, this);
  }

  @Delegating.Answer
  final PreparedStatement made(PreparedStatement vendors, String sql) {
    return YardPreparedStatement.of(vendors, this, guard.template(sql));
  }

  @Delegating.Answer
  final CallableStatement made(CallableStatement vendors, String sql) {
    return YardCallableStatement.of(vendors, this, guard.template(sql));
  }
}
