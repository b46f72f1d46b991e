package dev.yardmaster.benchmarks.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.yardmaster.benchmarks.jdbc.bank.AccountRow;
import dev.yardmaster.benchmarks.jdbc.bank.BankArguments;
import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.jdbc.bank.BankReceipt;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.jdbc.AmbiguousCommitException;
import dev.yardmaster.jdbc.JdbcProcedure;
import dev.yardmaster.jdbc.JdbcScheduler;
import dev.yardmaster.jdbc.JoinPolicy;
import dev.yardmaster.jdbc.StatementLogic;
import dev.yardmaster.jdbc.TransactionKeys;
import dev.yardmaster.jdbc.TransactionLogic;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs the bank's transactions through a scheduler.
 *
 * @param lanes number of connections, at most one for each client
 * @param traits the properties of this scheduled side
 */
record ScheduledSide(String label, BankLogic logic, int lanes, Set<Trait> traits)
    implements JdbcSide {

  /** A property in which scheduled sides differ. */
  enum Trait {
    /**
     * The scheduler knows the rows of each transaction. Without this trait, the scheduler builds
     * batches but does not order the transactions.
     */
    ROWS,
    /**
     * Each client has a thread that waits for the client's transactions. Without this trait, the
     * scheduler's thread begins a client's next transaction when the client's previous transaction
     * ends.
     */
    THREADS,
    /** Transactions release their rows before their commit is flushed. */
    EARLY_RELEASE,
    /**
     * Transactions that wait for each other's rows share one database transaction, without
     * savepoints. Function calls also share one round trip.
     */
    JOINED
  }

  private static final int MAX_ATTEMPTS = 10_000;
  private static final long END_TIMEOUT_S = 60;

  @Override
  public Running start(SqlLoad<BankArguments> load) {
    int connections = Math.min(lanes, load.clients().size());
    boolean releasesEarly = traits.contains(Trait.EARLY_RELEASE);
    HikariDataSource pool = pool(load.server(), releasesEarly ? connections + 1 : connections);
    JdbcScheduler scheduler =
        JdbcScheduler.over(pool)
            .connections(connections)
            .maxAttempts(MAX_ATTEMPTS)
            .earlyRelease(releasesEarly)
            .start();
    Transaction transaction = new Transaction(logic, traits);
    Running clients =
        traits.contains(Trait.THREADS)
            ? withThreads(load, scheduler, transaction)
            : begin(load, scheduler, transaction);
    return () -> {
      try {
        clients.end();
      } finally {
        scheduler.close();
        pool.close();
      }
    };
  }

  private static Running begin(
      SqlLoad<BankArguments> load, JdbcScheduler scheduler, Transaction transaction) {
    Clients clients = new Clients(load, scheduler, transaction);
    load.clients().forEach(clients::begin);
    return clients::end;
  }

  private static Running withThreads(
      SqlLoad<BankArguments> load, JdbcScheduler scheduler, Transaction transaction) {
    return ClientThreads.start(
        load,
        (client, index) -> {
          for (ClientTransaction<BankArguments> call = client.next();
              call != null;
              call = client.next()) {
            call.committed(scheduler.execute(transaction, new Attempts(call)));
          }
        });
  }

  private static HikariDataSource pool(PostgresServer server, int connections) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(server.url());
    config.setDataSourceProperties(server.properties());
    config.setMaximumPoolSize(connections);
    config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
    return new HikariDataSource(config);
  }

  /** A client's transaction, with the number of attempts so far. */
  private static final class Attempts {
    final ClientTransaction<BankArguments> call;
    int runs;
    SQLException last;

    Attempts(ClientTransaction<BankArguments> call) {
      this.call = call;
    }

    void begin() {
      if (runs++ > 0) {
        call.aborted(last);
      }
      // If the commit fails, this object does not get the exception of the commit from the
      // scheduler, and reports this exception instead. The SQLSTATE is not that of a deadlock,
      // because no commit ends in a deadlock.
      last = new SQLException("the commit was refused", "40001");
    }
  }

  /** A bank transaction in the form that the scheduler runs. */
  private record Transaction(BankLogic logic, Set<Trait> traits)
      implements JdbcProcedure<Attempts, BankReceipt> {

    @Override
    public TransactionKeys keys(Attempts attempts) {
      TransactionKeys keys = TransactionKeys.of();
      if (traits.contains(Trait.ROWS)) {
        for (AccountRow row : attempts.call.arguments().reads()) {
          keys.read(row.table().sqlName(), row.customer());
        }
        for (AccountRow row : attempts.call.arguments().writes()) {
          keys.write(row.table().sqlName(), row.customer());
        }
      }
      return keys;
    }

    @Override
    public BankReceipt run(Connection connection, Attempts attempts) throws SQLException {
      attempts.begin();
      try {
        return attempts.call.run(connection);
      } catch (SQLException failure) {
        attempts.last = failure;
        throw failure;
      }
    }

    @Override
    public TransactionLogic<BankReceipt> logic(Attempts attempts) {
      StatementLogic<BankReceipt> statement = attempts.call.statement();
      return statement == null
          ? JdbcProcedure.super.logic(attempts)
          : new Statement(statement, attempts, this);
    }

    @Override
    public JoinPolicy joins() {
      return traits.contains(Trait.JOINED) ? JoinPolicy.WITHOUT_SAVEPOINT : JoinPolicy.ALONE;
    }

    @Override
    public boolean isSingleStatement() {
      return logic.isAutoCommit();
    }
  }

  /** A bank transaction of one statement, whose attempts are counted. */
  private record Statement(
      StatementLogic<BankReceipt> statement, Attempts attempts, Transaction transaction)
      implements StatementLogic<BankReceipt> {

    @Override
    public String sql() {
      return statement.sql();
    }

    @Override
    public List<?> parameters() {
      attempts.begin();
      return statement.parameters();
    }

    @Override
    public BankReceipt read(PreparedStatement executed) throws SQLException {
      return statement.read(executed);
    }

    @Override
    public BankReceipt run(Connection connection) throws SQLException {
      return transaction.run(connection, attempts);
    }
  }

  /**
   * Clients without threads. The scheduler's threads begin their transactions. Each client has at
   * most one transaction in flight.
   */
  private static final class Clients {
    private final SqlLoad<BankArguments> load;
    private final JdbcScheduler scheduler;
    private final Transaction transaction;
    private final CountDownLatch left;

    Clients(SqlLoad<BankArguments> load, JdbcScheduler scheduler, Transaction transaction) {
      this.load = load;
      this.scheduler = scheduler;
      this.transaction = transaction;
      left = new CountDownLatch(load.clients().size());
    }

    void begin(SqlClient<BankArguments> client) {
      ClientTransaction<BankArguments> call = client.next();
      if (call == null) {
        left.countDown();
        return;
      }
      var unused =
          scheduler
              .submit(transaction, new Attempts(call))
              .whenComplete((receipt, failure) -> ended(client, call, receipt, failure));
    }

    private void ended(
        SqlClient<BankArguments> client,
        ClientTransaction<BankArguments> call,
        BankReceipt receipt,
        Throwable failure) {
      if (failure == null) {
        call.committed(receipt);
        begin(client);
        return;
      }
      if (failure instanceof AmbiguousCommitException) {
        call.unknown();
      }
      load.fail(failure);
      left.countDown();
    }

    void end() throws InterruptedException {
      if (!left.await(END_TIMEOUT_S, TimeUnit.SECONDS)) {
        load.fail(
            new IllegalStateException(
                left.getCount()
                    + " clients have not ended "
                    + END_TIMEOUT_S
                    + " s after the round"));
      }
    }
  }
}
