package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.schedule.Ticket;
import dev.yardmaster.jdbc.sql.RowUse;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * A transaction on its way: rows, logic, and where its outcome goes.
 *
 * @param <R> what it gives
 */
final class PendingTransaction<R> extends Ticket {
  private final CompletableFuture<R> outcome = new CompletableFuture<>();
  private final TransactionLogic<R> logic;
  private final boolean singleStatement;
  private R result;
  private Throwable failure;

  /** When it is too late to start it, or to run it again; ns of the scheduler's clock. */
  long deadlineNs;

  /** A transaction by its rows and its logic; a single statement commits itself. */
  PendingTransaction(List<RowUse> rows, TransactionLogic<R> logic, boolean singleStatement) {
    super(rows);
    this.logic = Objects.requireNonNull(logic, "logic");
    this.singleStatement = singleStatement;
  }

  /** Completed once it has ended, with its result or what it failed by. */
  CompletableFuture<R> outcome() {
    return outcome;
  }

  boolean isSingleStatement() {
    return singleStatement;
  }

  /** Runs the logic once and keeps its result. The lane. */
  void run(Connection connection) throws SQLException {
    result = null;
    result = logic.run(connection);
  }

  /** Tells that it failed. The lane. */
  void fail(Throwable by) {
    failure = by;
  }

  /** Tells the caller. Its dependents run here. */
  void complete() {
    if (failure == null) {
      outcome.complete(result);
    } else {
      outcome.completeExceptionally(failure);
    }
  }
}
