package dev.yardmaster.jdbc;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.coordinator.Coordinator;
import dev.yardmaster.jdbc.coordinator.LeaseRequest;
import dev.yardmaster.jdbc.durability.GroupForce;
import dev.yardmaster.jdbc.schedule.Ticket;
import dev.yardmaster.jdbc.sql.RowUse;
import dev.yardmaster.jdbc.sql.StatementTemplates;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.NullUnmarked;

/**
 * A submitted transaction: its rows, its logic and the future of its outcome.
 *
 * @param <R> the type of the result
 */
@NullUnmarked // Internal: fields and results may be null.
final class PendingTransaction<R> extends Ticket {
  @Shared(
      writers = "the lane that took the transaction, or the thread that withdrew it",
      readers = "the submitting thread",
      access = "CompletableFuture, completed without a lock, after the rows are released")
  private final CompletableFuture<R> outcome = new CompletableFuture<>();

  private final TransactionLogic<R> logic;

  /** The logic without its options, if the logic is one statement; otherwise null. */
  private final StatementLogic<R> statement;

  /** The text of the statement, see {@link StatementTemplates#onlyStatement}; otherwise null. */
  private final String sql;

  private final boolean singleStatement;
  private final boolean commitsSynchronously;
  private final JoinPolicy joins;

  @Shared(
      writers = "the lane that took the transaction",
      readers = "the same",
      access =
          "plain; only the lane that took the transaction from the schedule, under Lanes.lock, "
              + "accesses it")
  private R result;

  @Shared(
      writers = "the lane that took the transaction, or the thread that withdrew it",
      readers = "the same",
      access =
          "plain; a transaction is either taken or withdrawn, under Lanes.lock, and only the "
              + "thread that succeeds writes")
  private Throwable failure;

  @Shared(
      writers = "the lane that took the transaction, or the thread that withdrew it",
      readers = "the same; an acknowledger",
      access = "plain; published to the acknowledger by GroupForce.lock and by its queue")
  private LongAdder count;

  /** The part of the state that early release needs. */
  @Shared(
      writers = "the lane that took the transaction",
      readers = "the same",
      access = "plain; only the lane that took the transaction accesses it")
  final Release release = new Release();

  /** The state that early release keeps for a transaction. */
  static final class Release {
    /** The number of the session that could force the log before the last run began. */
    long witness = GroupForce.NOT_BEGUN;

    /** Whether a run may have committed without a flush. */
    boolean isReleased;
  }

  /**
   * The time, in ns of the scheduler's clock, after which the scheduler neither starts nor retries
   * the transaction.
   */
  @Shared(
      writers = "the submitting thread",
      readers = "the thread of the deadlines; the lane that took the transaction",
      access =
          "plain; written under Lanes.lock before the transaction is queued, and read under the"
              + " lock or by the lane that took the transaction under the lock")
  long deadlineNs;

  /** Ends the observation of the wait; null if nobody observes the wait. */
  @Shared(
      writers = "the submitting thread",
      readers = "the lane that took the transaction, or the thread that withdrew it",
      access = "plain; written before the transaction is queued under Lanes.lock")
  private Runnable observedWait;

  /** Creates a transaction. A transaction of a single statement commits in auto-commit mode. */
  PendingTransaction(List<RowUse> rows, TransactionLogic<R> logic, boolean singleStatement) {
    super(rows);
    this.logic = Objects.requireNonNull(logic, "logic");
    TransactionLogic<R> inner = logic;
    while (inner instanceof TransactionOptions<R> options) {
      inner = options.logic();
    }
    statement = inner instanceof StatementLogic<R> one ? one : null;
    this.singleStatement = singleStatement || statement != null;
    // The options are read here, on the submitting thread, and not by the lanes. A lane needs the
    // options while it holds the lock of all lanes, and it must not call the application's code
    // under this lock.
    commitsSynchronously = logic.commitsSynchronously();
    JoinPolicy wanted = Objects.requireNonNull(logic.joins(), "joins");
    sql =
        statement == null || wanted == JoinPolicy.ALONE
            ? null
            : StatementTemplates.onlyStatement(statement.sql());
    boolean isAlone = commitsSynchronously || (statement != null && sql == null);
    joins = isAlone ? JoinPolicy.ALONE : wanted;
  }

  /**
   * Returns the future that completes at the end of the transaction, with its result or its
   * failure.
   */
  CompletableFuture<R> outcome() {
    return outcome;
  }

  /**
   * Asks the coordinator for a lease of the transaction's hot rows, and waits for the answer. The
   * lane calls this method.
   *
   * @return the lease; null if the transaction continues without a lease
   */
  LeaseRequest lease(Coordinator coordinator, long boundNs) {
    return onlyReads() ? null : coordinator.acquire(writes(), reads(), boundNs);
  }

  /** Tells the coordinator that the database has aborted the transaction. */
  void aborted(Coordinator coordinator) {
    coordinator.aborted(writes(), reads());
  }

  /**
   * Sets the action that ends the observation of the wait. The caller sets the action before the
   * transaction is queued.
   */
  void waits(Runnable observed) {
    observedWait = observed;
  }

  /**
   * Ends the observation of the wait. The thread that starts, withdraws or refuses the transaction
   * calls this method, once.
   */
  void waited() {
    if (observedWait != null) {
      observedWait.run();
    }
  }

  boolean isSingleStatement() {
    return singleStatement;
  }

  /** Runs the logic once and keeps its result. The lane calls this method. */
  void run(Connection connection) throws SQLException {
    result = null;
    result = logic.run(connection);
  }

  /** Returns whether the transaction may be sent in one round trip with other transactions. */
  boolean sharesRoundTrips() {
    return statement != null && joins == JoinPolicy.WITHOUT_SAVEPOINT;
  }

  /** Returns the text of the statement if the transaction may share round trips; otherwise null. */
  String sql() {
    return sql;
  }

  /** Returns the logic if the transaction is one statement; otherwise null. */
  StatementLogic<R> statement() {
    return statement;
  }

  /** Reads and keeps the result of the executed statement. The lane calls this method. */
  void read(PreparedStatement executed) throws ResultNotReadException {
    result = null;
    result = ResultNotReadException.read(statement, executed);
  }

  boolean commitsSynchronously() {
    return commitsSynchronously;
  }

  JoinPolicy joins() {
    return joins;
  }

  /** Records that the transaction committed. The transaction's lane calls this method. */
  void succeed(LongAdder counter) {
    count = counter;
  }

  /**
   * Records the failure, and the counter that counts it. The transaction's lane, or the thread that
   * withdrew the transaction, calls this method.
   */
  void fail(LongAdder counter, Throwable by) {
    count = counter;
    failure = by;
  }

  boolean hasEnded() {
    return count != null;
  }

  /** Counts the outcome and completes the future. Dependent stages run on the calling thread. */
  void complete() {
    count.increment();
    if (failure == null) {
      outcome.complete(result);
    } else {
      outcome.completeExceptionally(failure);
    }
  }
}
