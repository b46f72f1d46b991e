package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.admission.CourseSource;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Executor;

/**
 * A connection whose transactions wait for their turn. It does what the vendor's connection does,
 * and throws what that throws. Threads: as with the vendor's; {@link #close} and {@link #abort}
 * from any.
 */
public final class YardConnection extends DelegatingConnection {
  private final Passage passage;

  private YardConnection(Connection vendor, Passage passage) {
    super(vendor);
    this.passage = passage;
  }

  /**
   * A connection in front of the vendor's.
   *
   * @param courses null when nothing is scheduled: the vendor's own connection is what is returned
   * @throws SQLException when the vendor's connection cannot be asked for its state; it is closed
   */
  public static Connection over(Connection vendor, CourseSource courses) throws SQLException {
    if (courses == null) {
      return vendor;
    }
    try {
      Passage passage = new Passage(courses.course(vendor), vendor.getAutoCommit());
      return new YardConnection(vendor, passage);
    } catch (SQLException | RuntimeException | Error failure) {
      try {
        vendor.close();
      } catch (SQLException another) {
        failure.addSuppressed(another);
      }
      throw failure;
    }
  }

  Passage passage() {
    return passage;
  }

  /** What stands for a connection of the vendor's that it handed out itself. */
  Connection instead(Connection vendors) {
    return vendors == null ? null : this;
  }

  /** A result set of the vendor's that none of our statements made. */
  ResultSet ours(ResultSet vendors) {
    return vendors == null ? null : new YardResultSet(vendors, this, null);
  }

  /** A value of the vendor's; a result set, as a cursor is one, becomes ours. */
  Object ours(Object value) {
    return value instanceof ResultSet cursor ? ours(cursor) : value;
  }

  @Override
  public void commit() throws SQLException {
    try {
      super.commit();
    } catch (SQLException failure) {
      passage.ended(false, failure);
      throw failure;
    }
    passage.ended(true, null);
  }

  @Override
  public void rollback() throws SQLException {
    try {
      super.rollback();
    } finally {
      passage.ended(false, null);
    }
  }

  @Override
  public void setAutoCommit(boolean autoCommit) throws SQLException {
    boolean commits = autoCommit && !passage.isAutoCommit();
    try {
      super.setAutoCommit(autoCommit);
    } catch (SQLException failure) {
      if (commits) {
        passage.ended(false, failure);
      }
      throw failure;
    }
    passage.autoCommitIs(autoCommit);
    if (commits) {
      passage.ended(true, null);
    }
  }

  @Override
  public void close() throws SQLException {
    try {
      super.close();
    } finally {
      passage.close();
    }
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    try {
      super.abort(executor);
    } finally {
      passage.close();
    }
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    return new YardMetaData(this, super.getMetaData());
  }

  private PreparedStatement prepared(PreparedStatement vendors, String sql) {
    return new YardPreparedStatement(this, vendors, passage.template(sql));
  }

  private CallableStatement callable(CallableStatement vendors, String sql) {
    return new YardCallableStatement(this, vendors, passage.template(sql));
  }

  @Override
  public Statement createStatement() throws SQLException {
    return new YardStatement(this, super.createStatement());
  }

  @Override
  public PreparedStatement prepareStatement(String sql) throws SQLException {
    return prepared(super.prepareStatement(sql), sql);
  }

  @Override
  public CallableStatement prepareCall(String sql) throws SQLException {
    return callable(super.prepareCall(sql), sql);
  }

  @Override
  public Statement createStatement(int resultSetType, int resultSetConcurrency)
      throws SQLException {
    return new YardStatement(this, super.createStatement(resultSetType, resultSetConcurrency));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int resultSetType, int resultSetConcurrency)
      throws SQLException {
    return prepared(super.prepareStatement(sql, resultSetType, resultSetConcurrency), sql);
  }

  @Override
  public CallableStatement prepareCall(String sql, int resultSetType, int resultSetConcurrency)
      throws SQLException {
    return callable(super.prepareCall(sql, resultSetType, resultSetConcurrency), sql);
  }

  @Override
  public Statement createStatement(
      int resultSetType, int resultSetConcurrency, int resultSetHoldability) throws SQLException {
    return new YardStatement(
        this, super.createStatement(resultSetType, resultSetConcurrency, resultSetHoldability));
  }

  @Override
  public PreparedStatement prepareStatement(
      String sql, int resultSetType, int resultSetConcurrency, int resultSetHoldability)
      throws SQLException {
    return prepared(
        super.prepareStatement(sql, resultSetType, resultSetConcurrency, resultSetHoldability),
        sql);
  }

  @Override
  public CallableStatement prepareCall(
      String sql, int resultSetType, int resultSetConcurrency, int resultSetHoldability)
      throws SQLException {
    return callable(
        super.prepareCall(sql, resultSetType, resultSetConcurrency, resultSetHoldability), sql);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys) throws SQLException {
    return prepared(super.prepareStatement(sql, autoGeneratedKeys), sql);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
    return prepared(super.prepareStatement(sql, columnIndexes), sql);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, String[] columnNames) throws SQLException {
    return prepared(super.prepareStatement(sql, columnNames), sql);
  }
}
