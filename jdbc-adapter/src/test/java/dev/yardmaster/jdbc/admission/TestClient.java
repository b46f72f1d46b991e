package dev.yardmaster.jdbc.admission;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.yardmaster.jdbc.sql.BoundStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A client of an application. The client has a thread and a connection, whose session receives the
 * client's statements.
 */
final class TestClient implements AutoCloseable {
  /** Returns the exception that a database throws when it aborts a transaction. */
  static SQLException aborted() {
    return new SQLException("could not serialize access", "40001");
  }

  final ScheduledSession session;
  final CancellableTimeout waitLimit = new CancellableTimeout();
  final Thread thread;
  private final ExecutorService executor;
  private List<BoundStatement> sent;

  TestClient(ScheduledSession session) {
    this.session = session;
    executor = Executors.newSingleThreadExecutor();
    thread = done(submit(Thread::currentThread));
  }

  /** Runs a task on the client's thread. */
  <T> Future<T> submit(Callable<T> work) {
    return executor.submit(work);
  }

  /**
   * Begins a statement of a transaction. The statement may wait until the transaction is admitted.
   */
  Future<Void> begin(String sql, Object... parameters) {
    return submit(
        () -> {
          execute(sql, parameters);
          return null;
        });
  }

  /** Executes a statement of a transaction that must not wait. */
  void goOn(String sql, Object... parameters) {
    done(begin(sql, parameters));
  }

  private void execute(String sql, Object... parameters) throws SQLException {
    sent = bound(session, sql, parameters);
    session.beforeExecution(sent, false, waitLimit);
    session.afterExecution(sent, false, null);
  }

  /** Begins a statement in auto-commit mode. The statement may wait until it is admitted. */
  Future<Void> beginAlone(String sql, Object... parameters) {
    return submit(
        () -> {
          sent = bound(session, sql, parameters);
          session.beforeExecution(sent, true, waitLimit);
          return null;
        });
  }

  /** Reports the success of the statement in auto-commit mode. */
  void answered() {
    answered(null);
  }

  /** Reports the end of the statement in auto-commit mode; {@code failure} is null for success. */
  void answered(SQLException failure) {
    run(() -> session.afterExecution(sent, true, failure));
  }

  /** Executes a statement of the transaction that fails with this exception. */
  void failed(SQLException failure, String sql, Object... parameters) {
    done(
        submit(
            () -> {
              sent = bound(session, sql, parameters);
              session.beforeExecution(sent, false, waitLimit);
              session.afterExecution(sent, false, failure);
              return null;
            }));
  }

  void commit() {
    run(() -> session.transactionEnded(true, null));
  }

  void rollBack() {
    run(() -> session.transactionEnded(false, null));
  }

  private void run(Runnable work) {
    done(executor.submit(work));
  }

  static List<BoundStatement> bound(AdmissionSession session, String sql, Object... parameters) {
    return List.of(BoundStatement.of(session.template(sql), parameters));
  }

  /** Creates several statements that are sent to the database together. */
  static List<BoundStatement> batch(AdmissionSession session, String sql, int count) {
    List<BoundStatement> statements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      statements.addAll(bound(session, sql, i));
    }
    return statements;
  }

  /** Returns the result of a task that must not wait for long. */
  static <T> T done(Future<T> work) {
    try {
      return work.get(30, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | java.util.concurrent.TimeoutException e) {
      throw new AssertionError("the task did not end in time", e);
    }
  }

  /** Returns the exception of a statement. */
  static Throwable thrown(Future<?> work) throws Exception {
    try {
      work.get(30, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      return failed.getCause();
    }
    throw new AssertionError("the statement did not fail");
  }

  /** Asserts that a task waits, and that this number of transactions are queued. */
  static void waits(TestAdmission scene, int queued, Future<?> work) {
    TestAdmission.await(
        () -> work.isDone() || scene.figures().queued() == queued, "queued=" + queued);
    assertFalse(work.isDone(), () -> "the task did not wait: " + work);
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
