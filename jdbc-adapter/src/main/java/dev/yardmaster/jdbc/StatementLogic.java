package dev.yardmaster.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The logic of a transaction that is one SQL statement. The scheduler can send such a statement in
 * one round trip with other statements; see {@link JoinPolicy#WITHOUT_SAVEPOINT}. A run in a shared
 * round trip calls the methods of this interface instead of {@link #run}, on a thread of the
 * scheduler.
 *
 * @param <R> the type of the result
 */
public interface StatementLogic<R extends @Nullable Object> extends TransactionLogic<R> {

  /**
   * Returns the text of the statement. Each call returns the same text. A text of several
   * statements, or of a statement that does not use rows, such as {@code SET}, never shares a
   * transaction.
   */
  String sql();

  /**
   * Returns the values of the text's parameters. Each run calls this method once. Statements with
   * long values, or with values of unknown length, such as arrays, do not share a round trip.
   */
  List<?> parameters();

  /**
   * Returns the result of the statement, which is the current result of {@code executed}: either
   * the statement's rows, with the position before the first row, or the number of updated rows.
   * Several transactions may share {@code executed}. The method must therefore not move to another
   * result, and the warnings of {@code executed} may belong to another transaction. The transaction
   * may already be committed. In that case, if the method throws an exception, the caller gets a
   * {@link ResultNotReadException}.
   */
  R read(PreparedStatement executed) throws SQLException;

  @Override
  default R run(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql())) {
      SharedRoundTrip.set(statement, 0, parameters());
      statement.execute();
      return ResultNotReadException.read(this, statement);
    }
  }
}
