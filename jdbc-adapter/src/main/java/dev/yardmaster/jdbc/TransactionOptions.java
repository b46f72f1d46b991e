package dev.yardmaster.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;

/** Logic with options. */
record TransactionOptions<R>(
    TransactionLogic<R> logic, boolean commitsSynchronously, JoinPolicy joins)
    implements TransactionLogic<R> {

  TransactionOptions {
    Objects.requireNonNull(logic, "logic");
    Objects.requireNonNull(joins, "joins");
  }

  @Override
  public R run(Connection connection) throws SQLException {
    return logic.run(connection);
  }
}
