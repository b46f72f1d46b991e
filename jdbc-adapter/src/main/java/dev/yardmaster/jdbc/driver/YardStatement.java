package dev.yardmaster.jdbc.driver;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.admission.CancellableTimeout;
import dev.yardmaster.jdbc.generator.Delegating;
import dev.yardmaster.jdbc.sql.BoundStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A statement that waits until its transaction is admitted before it is executed. */
@Delegating
abstract class YardStatement extends VendorWrapper implements Statement {
  private static final WrapperClass CLASS = new WrapperClass(DelegatingYardStatement.class);
  private static final Object[] NO_PARAMETERS = {};

  final YardConnection connection;
  private final Statement vendor;
  private final ConnectionGuard guard;
  private final CancellableTimeout waitLimit = new CancellableTimeout();

  @Shared(
      writers = "the thread that uses the statement",
      readers = "the same",
      access = "plain, since an application uses a statement from one thread at a time")
  private List<BoundStatement> batch = new ArrayList<>(0);

  /**
   * The wrapper of the last result, so that a second request for the same vendor's result returns
   * the same wrapper.
   */
  @Shared(
      writers = "the thread that uses the statement",
      readers = "the same",
      access = "plain, since an application uses a statement from one thread at a time")
  private YardResultSet lastResult;

  YardStatement(Statement vendor, YardConnection connection) {
    super(vendor);
    this.vendor = vendor;
    this.connection = connection;
    this.guard = connection.guard();
  }

  /** Wraps a vendor's statement. */
  static YardStatement of(Statement vendor, YardConnection connection) {
    return (YardStatement) CLASS.wrap(vendor, connection, null);
  }

  /**
   * Executes statements after their transaction is admitted. The vendor's exceptions are thrown
   * unchanged.
   */
  final <T> T run(List<BoundStatement> statements, SqlCall<T> call) throws SQLException {
    if (!guard.before(statements, waitLimit)) {
      return call.run();
    }
    SQLException failure = null;
    try {
      return call.run();
    } catch (SQLException thrown) {
      failure = thrown;
      throw thrown;
    } catch (RuntimeException | Error thrown) {
      failure = new SQLException(thrown);
      throw thrown;
    } finally {
      guard.after(statements, failure);
    }
  }

  /** Executes a statement that is given as text. */
  @Delegating.Around("execute")
  final <T> T run(String sql, SqlCall<T> call) throws SQLException {
    return run(bound(sql), call);
  }

  /** Binds a statement that is given as text. The vendor rejects a null text. */
  private List<BoundStatement> bound(String sql) {
    return sql == null ? List.of() : List.of(BoundStatement.of(guard.template(sql), NO_PARAMETERS));
  }

  /** Wraps a result; returns null for null. */
  @Delegating.Answer
  final ResultSet result(ResultSet vendors) {
    if (vendors == null) {
      return null;
    }
    YardResultSet last = lastResult;
    if (last == null || last.vendor != vendors) {
      last = YardResultSet.of(vendors, connection, this);
      lastResult = last;
    }
    return last;
  }

  @Override
  Object wrapped(Object vendors, String sql) {
    if (vendors instanceof ResultSet rows) {
      return result(rows);
    }
    return vendors instanceof Connection
        ? connection.wrapped(vendors, sql)
        : super.wrapped(vendors, sql);
  }

  /** Adds statements to the batch. */
  final void addToBatch(List<BoundStatement> statements) {
    batch.addAll(statements);
  }

  @Override
  public void addBatch(String sql) throws SQLException {
    vendor.addBatch(sql);
    addToBatch(bound(sql));
  }

  @Override
  public void clearBatch() throws SQLException {
    vendor.clearBatch();
    batch = new ArrayList<>(0);
  }

  /** Executes the batch. The batch is empty afterwards, even if the vendor's call fails. */
  private <T> T runBatch(SqlCall<T> call) throws SQLException {
    return run(
        batch,
        () -> {
          batch = new ArrayList<>(0);
          return call.run();
        });
  }

  @Override
  public int[] executeBatch() throws SQLException {
    return runBatch(vendor::executeBatch);
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    return runBatch(vendor::executeLargeBatch);
  }

  @Override
  public void setQueryTimeout(int seconds) throws SQLException {
    vendor.setQueryTimeout(seconds);
    waitLimit.timeoutS = seconds;
  }

  @Override
  public void cancel() throws SQLException {
    waitLimit.cancel();
    vendor.cancel();
  }

  /** Wraps a connection. */
  @Delegating.Answer
  final Connection ours(Connection vendors) {
    return connection.instead(vendors);
  }
}
