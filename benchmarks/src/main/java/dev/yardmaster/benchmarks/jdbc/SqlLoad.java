package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.CommittedCall;
import dev.yardmaster.benchmarks.jdbc.bank.SqlTransaction;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.agrona.concurrent.NanoClock;

/**
 * The load of one round: a server, and the clients that supply the transactions.
 *
 * @param <A> the arguments of the workload's transactions
 */
public final class SqlLoad<A> {

  /** The phase of a round, which tells the clients what to do. */
  enum Phase {
    /** Clients run transactions that are not recorded. */
    WARM_UP,
    /** Clients run transactions that are recorded. */
    RECORDED,
    /** Clients begin no further transactions, and complete the transactions that have begun. */
    DRAINING,
    /** Clients begin no further transactions, and do not retry the transactions that have begun. */
    ABANDONED
  }

  private final PostgresServer server;
  private final SqlTransaction<A> transaction;
  private final NanoClock clock;
  private final boolean isHistoryRecorded;
  private final List<SqlClient<A>> clients = new ArrayList<>();
  private final AtomicLong numbers = new AtomicLong();
  private final LongAdder committed = new LongAdder();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile Phase phase = Phase.WARM_UP;

  /**
   * Creates the load for one round.
   *
   * @param walks one iterator for each client, over the client's transactions
   */
  public SqlLoad(
      PostgresServer server,
      SqlTransaction<A> transaction,
      List<DrawnCalls.Walk<A>> walks,
      boolean isHistoryRecorded,
      NanoClock clock) {
    this.server = server;
    this.transaction = transaction;
    this.clock = clock;
    this.isHistoryRecorded = isHistoryRecorded;
    walks.forEach(walk -> clients.add(new SqlClient<>(this, walk)));
  }

  /** Returns the server that holds the tables. */
  public PostgresServer server() {
    return server;
  }

  /** Returns the clients; each client has at most one transaction in flight. */
  public List<SqlClient<A>> clients() {
    return List.copyOf(clients);
  }

  /** Returns the clock of the clients. */
  public NanoClock clock() {
    return clock;
  }

  /**
   * Returns whether transactions that did not commit must not be retried. Any thread may call this
   * method.
   */
  public boolean isAbandoned() {
    return phase == Phase.ABANDONED;
  }

  /**
   * Reports a failure, which ends the round. Only the first failure is kept. Any thread may call
   * this method.
   */
  public void fail(Throwable cause) {
    if (failure.compareAndSet(null, cause)) {
      phase = Phase.ABANDONED;
    }
  }

  SqlTransaction<A> transaction() {
    return transaction;
  }

  boolean isHistoryRecorded() {
    return isHistoryRecorded;
  }

  Phase phase() {
    return phase;
  }

  /**
   * Enters a phase, unless the round was abandoned because of a failure. The coordinator's thread
   * calls this method.
   */
  synchronized void enter(Phase next) {
    if (phase != Phase.ABANDONED) {
      phase = next;
    }
  }

  long nextNumber() {
    return numbers.incrementAndGet();
  }

  void countCommit() {
    committed.increment();
  }

  long committed() {
    return committed.sum();
  }

  boolean hasFailed() {
    return failure.get() != null;
  }

  /**
   * Throws the reported failure, if a failure was reported. Call this method only after the side
   * has ended.
   */
  void throwIfFailed() {
    Throwable cause = failure.get();
    if (cause != null) {
      long unknown = unknownOutcomes();
      throw new WorkloadFailure(
          "a client failed: "
              + cause
              + (unknown == 0 ? "" : "; transactions of unknown outcome: " + unknown),
          cause);
    }
  }

  private long unknownOutcomes() {
    return clients.stream().mapToLong(SqlClient::unknownOutcomes).sum();
  }

  /**
   * Returns the committed transactions, in no particular order. Call this method only after the
   * side has ended.
   */
  List<CommittedCall> history() {
    return clients.stream().flatMap(client -> client.history().stream()).toList();
  }
}
