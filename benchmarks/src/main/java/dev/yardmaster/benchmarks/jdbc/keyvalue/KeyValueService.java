package dev.yardmaster.benchmarks.jdbc.keyvalue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.InteractiveTransaction;
import dev.yardmaster.api.logic.ProcedureName;
import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.benchmarks.jdbc.Backoff;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.run.InteractiveCalls;
import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.failure.FailureKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Runs transactions on PostgreSQL at SERIALIZABLE. The calling thread runs the logic over a
 * connection from a pool, and repeats the logic after a conflict. The service has no ids and no
 * commit versions. Any thread may call the methods.
 */
public final class KeyValueService implements TransactionService {

  /** The number of connections, and of threads that run submitted procedures. */
  public static final int CONNECTIONS = 16;

  private static final int MAX_KEYS = 1 << 20;
  private static final int MAX_VALUE_BYTES = 1 << 24;

  private final SqlTables tables;
  private final BlockingQueue<Connection> connections = new ArrayBlockingQueue<>(CONNECTIONS);

  private KeyValueService(PostgresServer server) throws SQLException {
    tables = new SqlTables(server);
    boolean complete = false;
    try {
      while (connections.remainingCapacity() > 0) {
        Connection connection = server.connect();
        connection.setAutoCommit(false);
        connections.add(connection);
      }
      complete = true;
    } finally {
      if (!complete) {
        close();
      }
    }
  }

  /**
   * Connects to a server whose schema is empty.
   *
   * @param maxWaiting the number of submitted procedures that may wait for a connection
   */
  public static TransactionService open(PostgresServer server, int maxWaiting) throws SQLException {
    return InteractiveCalls.with(new KeyValueService(server), CONNECTIONS, maxWaiting);
  }

  @Override
  public <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
    Connection connection;
    try {
      connection = connections.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome.Rejected<>(
          new YardmasterException(
              ErrorCode.INTERRUPTED, "interrupted before a connection is free"));
    }
    try {
      return execute(logic, options, connection);
    } finally {
      connections.add(connection);
    }
  }

  private <R> Outcome<R> execute(
      TransactionLogic<R> logic, TransactionOptions options, Connection connection) {
    SplittableRandom random = new SplittableRandom(ThreadLocalRandom.current().nextLong());
    for (int restarts = 0; restarts < options.maxAttempts(); restarts++) {
      boolean[] commits = {false};
      try {
        return attempt(logic, connection, restarts, commits);
      } catch (SQLException e) {
        Outcome<R> failed = failed(e, connection, commits[0]);
        if (failed != null) {
          return failed;
        }
        Backoff.STANDARD.pause(restarts + 1, random);
      }
    }
    return new Outcome.Aborted<>(
        AbortCause.VALIDATION, "the limit of attempts", options.maxAttempts() - 1, null);
  }

  // The cast is safe, because the logic's results have the type R.
  @SuppressWarnings("unchecked")
  private <R> Outcome<R> attempt(
      TransactionLogic<R> logic, Connection connection, int restarts, boolean[] commits)
      throws SQLException {
    SqlSource source = new SqlSource(connection, tables);
    InteractiveTransaction run = new InteractiveTransaction(source, MAX_KEYS, MAX_VALUE_BYTES);
    run.run(logic);
    source.throwFailure();
    Throwable failure = run.failure();
    if (failure == null) {
      source.write(run.writes());
    } else if (!(failure instanceof UserAbort)) {
      connection.rollback();
      return Failures.outcome(failure, ProcedureName.LAMBDA, restarts, null);
    }
    commits[0] = true;
    connection.commit(); // After an abort by the logic, this validates what the logic has read.
    return failure == null
        ? new Outcome.Committed<>((R) run.result(), 0, 0, restarts, null)
        : Failures.aborted(failure.getMessage(), restarts, null);
  }

  /** Rolls back. Returns the outcome; null if the transaction had a conflict. */
  private static <R> Outcome<R> failed(SQLException e, Connection connection, boolean commits) {
    FailureKind kind = FailureClassifier.standard().classify(e, commits);
    try {
      connection.rollback();
    } catch (SQLException alsoFailed) {
      e.addSuppressed(alsoFailed);
      kind = kind == FailureKind.RETRY ? FailureKind.OTHER : kind;
    }
    if (kind == FailureKind.RETRY) {
      return null;
    }
    YardmasterException error =
        new YardmasterException(ErrorCode.IO_FAILED, "PostgreSQL: " + e.getMessage(), e);
    return kind == FailureKind.AMBIGUOUS
        ? new Outcome.Unknown<>(error)
        : new Outcome.Rejected<>(error);
  }

  @Override
  public void register(Procedure<?, ?> procedure) {
    // No registration is needed, because each call carries its procedure.
  }

  @Override
  public <A, R> CompletionStage<Outcome<R>> submit(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    throw new UnsupportedOperationException("InteractiveCalls runs the procedures");
  }

  @Override
  public CompletionStage<Outcome<Object>> submit(
      String procedure, Object argument, TransactionOptions options) {
    throw new UnsupportedOperationException("procedures by name are not supported");
  }

  @Override
  public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    throw new UnsupportedOperationException("ids are not supported");
  }

  /** Closes the connections. No transaction may be running. */
  @Override
  public void close() {
    SQLException failure = null;
    for (Connection connection : connections) {
      try {
        connection.close();
      } catch (SQLException e) {
        failure = e;
      }
    }
    connections.clear();
    if (failure != null) {
      throw new YardmasterException(
          ErrorCode.IO_FAILED, "PostgreSQL: " + failure.getMessage(), failure);
    }
  }
}
