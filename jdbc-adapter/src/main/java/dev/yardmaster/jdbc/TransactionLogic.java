package dev.yardmaster.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The logic of a transaction on a connection. The scheduler may run the logic more than once, so a
 * rollback must undo all effects of the logic. The scheduler begins and ends the transaction. The
 * logic itself must not begin or end a transaction.
 *
 * @param <R> the type of the result
 */
@FunctionalInterface
public interface TransactionLogic<R extends @Nullable Object> {

  /**
   * Runs the logic in a transaction, on a thread of the scheduler.
   *
   * @param connection the connection for this run; the logic must not close it, or keep it after
   *     the run
   * @throws SQLException the database's exception, so that the scheduler can decide about a retry
   */
  R run(Connection connection) throws SQLException;

  /**
   * Returns whether the commit of the transaction flushes the log itself, even if the scheduler
   * uses {@linkplain JdbcSchedulerBuilder#earlyRelease early release}.
   */
  default boolean commitsSynchronously() {
    return false;
  }

  /**
   * Returns whether the transaction may share a database transaction with other transactions that
   * use its rows; {@link JoinPolicy#ALONE} by default. A transaction that {@link
   * #commitsSynchronously} never shares a database transaction.
   */
  default JoinPolicy joins() {
    return JoinPolicy.ALONE;
  }

  /** Returns a wrapper of this logic whose commit flushes the log itself. */
  default TransactionLogic<R> synchronous() {
    return new TransactionOptions<>(this, true, joins());
  }

  /** Returns a wrapper of this logic with another join policy. */
  default TransactionLogic<R> joining(JoinPolicy policy) {
    return new TransactionOptions<>(this, commitsSynchronously(), policy);
  }
}
