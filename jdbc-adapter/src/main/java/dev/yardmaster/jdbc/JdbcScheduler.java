package dev.yardmaster.jdbc;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import javax.sql.DataSource;

/**
 * Runs transactions on a database's connections so that those that conflict do not meet: collects
 * them into batches, orders each batch by the rows that they say they will use, puts what conflicts
 * on one connection one after the other and the rest on all connections, and runs again what the
 * database aborted all the same.
 *
 * <p>Correctness is the database's: the isolation level of the pool's connections, or that given
 * here, holds whatever the keys say. Keys that are wrong or missing cost time.
 *
 * <p>Any thread may call it. Close it to end its threads; the pool stays the caller's.
 *
 * <p>Source: Ding, Kot and Gehrke, PVLDB 12(2), section 5.6.
 */
public final class JdbcScheduler implements AutoCloseable {
  private final RunningLanes lanes;

  private final RowFingerprints fingerprints;

  JdbcScheduler(RunningLanes lanes, RowFingerprints fingerprints) {
    this.lanes = lanes;
    this.fingerprints = fingerprints;
  }

  /** Starts the making of a scheduler that borrows its connections here. */
  public static JdbcSchedulerBuilder over(DataSource pool) {
    return new JdbcSchedulerBuilder(pool);
  }

  /**
   * Runs a transaction and waits for its end.
   *
   * @throws AmbiguousCommitException when it is not known whether it was committed
   * @throws RetriesExhaustedException when it was aborted until it could not run again
   * @throws NotStartedException when it could not start
   * @throws SQLException what the logic or the database threw otherwise, the same object; nothing
   *     of the transaction took place
   */
  public <R> R execute(TransactionKeys keys, TransactionLogic<R> logic) throws SQLException {
    requireNoLane();
    return ended(submit(keys, logic));
  }

  /** Runs a procedure with these arguments and waits for its end, as {@link #execute} does. */
  public <A, R> R execute(JdbcProcedure<A, R> procedure, A arguments) throws SQLException {
    requireNoLane();
    return ended(submit(procedure, arguments));
  }

  private void requireNoLane() {
    if (lanes.isLane(Thread.currentThread())) {
      throw new IllegalStateException(
          "a thread that runs transactions cannot wait for one: submit it instead (thread="
              + Thread.currentThread().getName()
              + ")");
    }
  }

  /**
   * Runs a transaction.
   *
   * @return completed when it has ended, with what {@link #execute} gives or throws. What depends
   *     on it runs on a thread that runs transactions: hand what takes long to an executor of your
   *     own
   */
  public <R> CompletableFuture<R> submit(TransactionKeys keys, TransactionLogic<R> logic) {
    return submit(keys, logic, false);
  }

  /** Runs a procedure with these arguments, as {@link #submit} does. */
  public <A, R> CompletableFuture<R> submit(JdbcProcedure<A, R> procedure, A arguments) {
    return submit(
        procedure.keys(arguments),
        connection -> procedure.run(connection, arguments),
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
          // Whoever asked must know how it ended; a run that is under way is not cut off.
          interrupted = true;
        }
      }
    } catch (ExecutionException failed) {
      throw thrown(failed.getCause());
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

  /** What became of transactions so far, and how many are here now. */
  public SchedulerFigures figures() {
    return lanes.figures();
  }

  /**
   * Takes no more transactions, waits for those that are here as long as the scheduler was told to,
   * and ends its threads. What has not started by then fails with {@link NotStartedException}.
   */
  @Override
  public void close() {
    lanes.close();
  }
}
