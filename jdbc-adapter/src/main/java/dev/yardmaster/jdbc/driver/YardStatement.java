package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.admission.CancellableTimeout;
import dev.yardmaster.jdbc.generator.Delegating;
import dev.yardmaster.jdbc.sql.BoundStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A statement that waits for the turn of its transaction before it runs. */
@Delegating
abstract class YardStatement extends VendorWrapper implements Statement {
  private static final Object[] NO_PARAMETERS = {};

  final YardConnection connection;
  private final Statement vendor;
  private final ConnectionGuard guard;
  private final CancellableTimeout waitLimit = new CancellableTimeout();
  private List<BoundStatement> batch = new ArrayList<>(0);

  /** The last result that was handed out, so that a result asked for twice is one object. */
  private YardResultSet lastResult;

  YardStatement(YardConnection connection, Statement vendor) {
    super(vendor);
    this.vendor = vendor;
    this.connection = connection;
    this.guard = connection.guard();
  }

  /** Runs statements in their turn. What the vendor throws is thrown as it is. */
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

  /** Runs a statement that comes as text. */
  @Delegating.Around("execute")
  final <T> T run(String sql, SqlCall<T> call) throws SQLException {
    return run(bound(sql), call);
  }

  /** Statements that come as text. No text is left to the vendor to complain about. */
  private List<BoundStatement> bound(String sql) {
    return sql == null ? List.of() : List.of(BoundStatement.of(guard.template(sql), NO_PARAMETERS));
  }

  /** The vendor's result, or null, as ours. */
  @Delegating.Answer
  final ResultSet result(ResultSet vendors) {
    if (vendors == null) {
      return null;
    }
    YardResultSet last = lastResult;
    if (last == null || last.vendor != vendors) {
      last = new DelegatingYardResultSet(vendors, connection, this);
      lastResult = last;
    }
    return last;
  }

  /** Statements join the batch. */
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

  /** Runs the batch. It is over once the vendor was asked, whatever came of it. */
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

  /** The connection, as ours. */
  @Delegating.Answer
  final Connection ours(Connection vendors) {
    return connection.instead(vendors);
  }
}
