package dev.yardmaster.jdbc;

import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs transactions on connections to a database so that conflicting transactions do not overlap.
 * The scheduler collects transactions into batches, and orders each batch by the rows that the
 * transactions declare. Conflicting transactions run one after another on one connection;
 * transactions without conflicts run on all connections. The scheduler retries the transactions
 * that the database still aborts.
 *
 * <p>The database alone guarantees correctness. The declared keys do not affect the isolation
 * level: it is the level of the pool's connections, unless the builder sets another level. Wrong or
 * missing keys therefore cost only time, not correctness.
 *
 * <p>This class is thread-safe. {@link #close} ends the scheduler's threads; the caller owns the
 * pool.
 *
 * <p>Source: Ding, Kot and Gehrke, PVLDB 12(2), section 5.6.
 */
public final class JdbcScheduler implements AutoCloseable {
  private final RunningLanes lanes;

  private final RowFingerprints fingerprints;
  private final SchedulerDisplay display;

  /**
   * Creates the scheduler of these lanes, and shows its figures under the given name.
   *
   * @param logIntervalNs the time between two lines of figures in the log; 0 for none
   */
  JdbcScheduler(RunningLanes lanes, RowFingerprints fingerprints, String name, long logIntervalNs) {
    this.lanes = lanes;
    this.fingerprints = fingerprints;
    display = new SchedulerDisplay(name, lanes, lanes::figures);
    if (logIntervalNs > 0) {
      lanes.repeat(() -> display.write(logIntervalNs), logIntervalNs);
    }
  }

  /** Creates a builder for a scheduler that borrows its connections from this pool. */
  public static JdbcSchedulerBuilder over(DataSource pool) {
    return new JdbcSchedulerBuilder(pool);
  }

  /**
   * Runs a transaction and waits for its end.
   *
   * @throws AmbiguousCommitException if it is unknown whether the transaction committed. With early
   *     release, also if it is unknown whether the data that the transaction read are durable
   * @throws RetriesExhaustedException if the database aborted the transaction in each of its
   *     attempts
   * @throws NotStartedException if the transaction was not started
   * @throws SQLException the logic's or the database's own exception, for any other failure; the
   *     transaction had no effect
   */
  public <R extends @Nullable Object> R execute(TransactionKeys keys, TransactionLogic<R> logic)
      throws SQLException {
    requireNoLane();
    return ended(submit(keys, logic));
  }

  /**
   * Runs a procedure and waits for its end, with the exceptions of {@link #execute(TransactionKeys,
   * TransactionLogic)}.
   */
  public <A extends @Nullable Object, R extends @Nullable Object> R execute(
      JdbcProcedure<A, R> procedure, A arguments) throws SQLException {
    requireNoLane();
    return ended(submit(procedure, arguments));
  }

  private void requireNoLane() {
    if (lanes.isLane(Thread.currentThread())) {
      throw new IllegalStateException(
          "a scheduler's thread cannot wait for a transaction: submit it instead (thread="
              + Thread.currentThread().getName()
              + ")");
    }
  }

  /**
   * Runs a transaction.
   *
   * @return a future that completes at the end of the transaction, with the result or the exception
   *     of {@link #execute}. Dependent stages run on a thread of the scheduler, so a long stage
   *     should use another executor
   */
  public <R extends @Nullable Object> CompletableFuture<R> submit(
      TransactionKeys keys, TransactionLogic<R> logic) {
    return submit(keys, logic, false);
  }

  /**
   * Runs a procedure with these arguments, in the same way as {@link #submit(TransactionKeys,
   * TransactionLogic)}.
   */
  public <A extends @Nullable Object, R extends @Nullable Object> CompletableFuture<R> submit(
      JdbcProcedure<A, R> procedure, A arguments) {
    return submit(
        procedure.keys(arguments),
        new TransactionOptions<>(
            procedure.logic(arguments), procedure.commitsSynchronously(), procedure.joins()),
        procedure.isSingleStatement());
  }

  private <R> CompletableFuture<R> submit(
      TransactionKeys keys, TransactionLogic<R> logic, boolean singleStatement) {
    PendingTransaction<R> call =
        new PendingTransaction<>(keys.rows(fingerprints), logic, singleStatement);
    try {
      lanes.arrive(call);
      return call.outcome();
    } catch (NotStartedException refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  private static <R> R ended(CompletableFuture<R> outcome) throws SQLException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return outcome.get();
        } catch (InterruptedException e) {
          // The wait continues, because the caller needs the outcome, and a running transaction is
          // not interrupted.
          interrupted = true;
        }
      }
    } catch (ExecutionException failed) {
      throw thrown(Objects.requireNonNull(failed.getCause()));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static SQLException thrown(Throwable failure) {
    if (failure instanceof SQLException database) {
      return database;
    }
    if (failure instanceof RuntimeException bug) {
      throw bug;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    return new SQLException(failure);
  }

  /**
   * Returns counts of transactions since the start, and the numbers of queued and running
   * transactions.
   */
  public SchedulerFigures figures() {
    return lanes.figures();
  }

  /**
   * Refuses further transactions, waits until the accepted transactions have ended, but at most for
   * the close timeout, and ends the scheduler's threads. A transaction that has not started before
   * the timeout fails with {@link NotStartedException}.
   */
  @Override
  public void close() {
    try {
      lanes.close();
    } finally {
      display.close();
    }
  }
}
