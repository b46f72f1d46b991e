package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests transactions that share a database transaction, on a real database at SERIALIZABLE. Each
 * transaction adds 1 to the same row and records its database transaction.
 */
@Timeout(60)
class JoinPolicyTest {
  private static final int CALLS = 5;

  private static EmbeddedPostgres postgres;
  private static HikariDataSource pool;

  private final CountDownLatch mayGoOn = new CountDownLatch(1);
  private final CountDownLatch begun = new CountDownLatch(1);
  private int calls = CALLS;
  private JdbcScheduler scheduler;

  @BeforeAll
  static void startDatabase() throws IOException, SQLException {
    postgres = EmbeddedPostgres.start();
    HikariConfig config = new HikariConfig();
    config.setDataSource(postgres.getPostgresDatabase());
    config.setMaximumPoolSize(4);
    config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
    // Early release needs synchronous commits, which the embedded server switches off by default.
    config.setConnectionInitSql("SET synchronous_commit = on");
    pool = new HikariDataSource(config);
    run(
        "CREATE TABLE counters (id int PRIMARY KEY, count int NOT NULL)",
        "CREATE TABLE calls (number int PRIMARY KEY, transaction text)");
  }

  @AfterAll
  static void stopDatabase() throws IOException {
    pool.close();
    postgres.close();
  }

  @BeforeEach
  void start() throws SQLException {
    run("DELETE FROM counters", "DELETE FROM calls", "INSERT INTO counters VALUES (1, 0)");
    scheduler = JdbcScheduler.over(pool).start();
  }

  @AfterEach
  void close() {
    mayGoOn.countDown();
    scheduler.close();
  }

  private static void run(String... statements) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static int number(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getInt(1);
    }
  }

  private static int databaseTransactions() throws SQLException {
    return number("SELECT count(DISTINCT transaction) FROM calls");
  }

  private static int count(Connection connection, int number) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO calls VALUES (" + number + ", pg_current_xact_id()::text)");
      try (ResultSet row =
          statement.executeQuery(
              "UPDATE counters SET count = count + 1 WHERE id = 1 RETURNING count")) {
        row.next();
        return row.getInt(1);
      }
    }
  }

  /**
   * Submits transactions that all wait for the first transaction. The first transaction waits until
   * all transactions have been submitted.
   *
   * @param after an action that the transaction with the given number runs after it has counted
   */
  private List<CompletableFuture<Integer>> submit(JoinPolicy policy, After after)
      throws InterruptedException {
    return submit(policy, after, Integer.MAX_VALUE);
  }

  /**
   * Submits the transactions and a further transaction, which does not join.
   *
   * @param last the number of the transaction that does not join; a number above all others for
   *     none
   */
  private List<CompletableFuture<Integer>> submit(JoinPolicy policy, After after, int last)
      throws InterruptedException {
    List<CompletableFuture<Integer>> outcomes = new ArrayList<>();
    for (int i = 0; i < calls || i == last; i++) {
      int number = i;
      TransactionLogic<Integer> logic =
          connection -> {
            if (number == 0) {
              begun.countDown();
              requireTrue(mayGoOn);
            }
            int count = count(connection, number);
            after.run(connection, number);
            return count;
          };
      outcomes.add(
          scheduler.submit(
              TransactionKeys.of().write("counters", 1),
              logic.joining(number == last ? JoinPolicy.ALONE : policy)));
      if (number == 0) {
        requireTrue(begun);
      }
    }
    mayGoOn.countDown();
    return outcomes;
  }

  private interface After {
    void run(Connection connection, int number) throws SQLException;
  }

  private static void requireTrue(CountDownLatch latch) {
    try {
      assertTrue(latch.await(30, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Integer> results(List<CompletableFuture<Integer>> outcomes) throws Exception {
    List<Integer> results = new ArrayList<>();
    for (CompletableFuture<Integer> outcome : outcomes) {
      results.add(outcome.get(30, TimeUnit.SECONDS));
    }
    return results;
  }

  @Test
  void transactionsOfOneRowShareADatabaseTransaction() throws Exception {
    List<CompletableFuture<Integer>> outcomes =
        submit(JoinPolicy.WITHOUT_SAVEPOINT, (connection, number) -> {});
    assertEquals(List.of(1, 2, 3, 4, 5), results(outcomes));
    assertTrue(databaseTransactions() < CALLS, "database transactions: " + databaseTransactions());
    assertEquals(CALLS, scheduler.figures().committed());
    assertEquals(CALLS - databaseTransactions(), scheduler.figures().joined());
  }

  /**
   * Each transaction of a group must count as released. Otherwise its outcome would not wait for
   * the force.
   */
  @Test
  void eachTransactionOfAGroupIsReleasedEarly() throws Exception {
    scheduler.close();
    scheduler = JdbcScheduler.over(pool).earlyRelease(true).start();
    List<CompletableFuture<Integer>> outcomes =
        submit(JoinPolicy.WITHOUT_SAVEPOINT, (connection, number) -> {}, CALLS);
    assertEquals(List.of(1, 2, 3, 4, 5, 6), results(outcomes));
    SchedulerFigures figures = scheduler.figures();
    assertTrue(figures.joined() > 0, figures.toString());
    assertTrue(figures.releasedEarly() > figures.joined(), figures.toString());
    assertTrue(figures.forces() > 0, figures.toString());
    assertEquals(0, figures.held());
  }

  @Test
  void aGroupIsBoundedAndLeavesNothingBehind() throws Exception {
    calls = 2 * GroupRunner.MAX_GROUP + 2;
    results(submit(JoinPolicy.WITHOUT_SAVEPOINT, (connection, number) -> {}));
    // The first transaction shares with no other transaction, because none waits for it when it
    // begins.
    assertEquals(4, databaseTransactions());
    assertTimeout(Duration.ofSeconds(5), scheduler::close);
  }

  @Test
  void byDefaultEachHasItsOwn() throws Exception {
    results(submit(JoinPolicy.ALONE, (connection, number) -> {}));
    assertEquals(CALLS, databaseTransactions());
    assertEquals(0, scheduler.figures().joined());
  }

  @Test
  void aTransactionThatFailsIsUndoneToItsSavepoint() throws Exception {
    List<CompletableFuture<Integer>> outcomes =
        submit(
            JoinPolicy.WITH_SAVEPOINT,
            (connection, number) -> {
              if (number == 2) {
                throw new IllegalStateException("call 2 fails");
              }
            });
    ExecutionException failed =
        assertThrows(ExecutionException.class, () -> outcomes.get(2).get(30, TimeUnit.SECONDS));
    assertEquals("call 2 fails", failed.getCause().getMessage());
    outcomes.remove(2);
    assertEquals(List.of(1, 2, 3, 4), results(outcomes));
    assertTrue(databaseTransactions() < 4, "database transactions: " + databaseTransactions());
    assertEquals(4, number("SELECT count FROM counters"));
    assertEquals(1, scheduler.figures().failed());
  }

  @Test
  void withoutASavepointAllRunAgainAlone() throws Exception {
    List<CompletableFuture<Integer>> outcomes =
        submit(
            JoinPolicy.WITHOUT_SAVEPOINT,
            (connection, number) -> {
              if (number == 2) {
                try (Statement statement = connection.createStatement()) {
                  statement.execute("INSERT INTO calls VALUES (2, 'a number that exists')");
                }
              }
            });
    ExecutionException failed =
        assertThrows(ExecutionException.class, () -> outcomes.get(2).get(30, TimeUnit.SECONDS));
    assertEquals("23505", assertInstanceOf(SQLException.class, failed.getCause()).getSQLState());
    outcomes.remove(2);
    assertEquals(4, results(outcomes).size());
    assertEquals(4, number("SELECT count FROM counters"));
    assertEquals(4, scheduler.figures().committed());
  }

  @Test
  void aFirstTransactionThatFailsRunsOnce() throws Exception {
    List<Integer> runs = new ArrayList<>();
    List<CompletableFuture<Integer>> outcomes =
        submit(
            JoinPolicy.WITHOUT_SAVEPOINT,
            (connection, number) -> {
              // Number 0 runs alone, and number 1 is the first that waits for it.
              if (number == 1) {
                runs.add(number);
                throw new IllegalStateException("the first call fails");
              }
            });
    ExecutionException failed =
        assertThrows(ExecutionException.class, () -> outcomes.get(1).get(30, TimeUnit.SECONDS));
    assertEquals("the first call fails", failed.getCause().getMessage());
    assertEquals(List.of(1), runs);
    outcomes.remove(1);
    assertEquals(List.of(1, 2, 3, 4), results(outcomes));
  }

  /** Starts a scheduler whose connections answer a method of {@link Connection} differently. */
  private void startWith(Answer answer) {
    scheduler.close();
    DataSource other =
        proxy(
            DataSource.class,
            pool,
            (method, result) ->
                method.equals("getConnection")
                    ? proxy(Connection.class, (Connection) result, answer)
                    : result);
    scheduler = JdbcScheduler.over(other).connections(2).start();
  }

  /** Replaces the result of a call that has taken place. */
  private interface Answer {
    Object replace(String method, Object result) throws SQLException;
  }

  private static <T> T proxy(Class<T> type, T target, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            JoinPolicyTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return answer.replace(method.getName(), method.invoke(target, arguments));
              } catch (InvocationTargetException failed) {
                throw failed.getCause();
              }
            }));
  }

  @Test
  void aCommonCommitThatFailsForAnUnknownReasonIsAmbiguousForAll() throws Exception {
    AtomicInteger commits = new AtomicInteger();
    startWith(
        (method, result) -> {
          // The first transaction shares with no other transaction, because none waits for it when
          // it begins.
          if (method.equals("commit") && commits.incrementAndGet() == 2) {
            throw new SQLException("the commit took place, but nobody knows", "HY000");
          }
          return result;
        });
    List<CompletableFuture<Integer>> outcomes =
        submit(JoinPolicy.WITHOUT_SAVEPOINT, (connection, number) -> {});
    assertEquals(1, outcomes.get(0).get(30, TimeUnit.SECONDS));
    for (CompletableFuture<Integer> outcome : outcomes.subList(1, CALLS)) {
      ExecutionException failed =
          assertThrows(ExecutionException.class, () -> outcome.get(30, TimeUnit.SECONDS));
      assertInstanceOf(AmbiguousCommitException.class, failed.getCause());
    }
    assertEquals(CALLS, number("SELECT count FROM counters"));
    assertEquals(2, databaseTransactions());
  }

  @Test
  void aViolatedConstraintAtTheCommonCommitFailsOnlyItsTransaction() throws Exception {
    run(
        "CREATE TABLE deferred (id int, UNIQUE (id) DEFERRABLE INITIALLY DEFERRED)",
        "INSERT INTO deferred VALUES (3)");
    List<CompletableFuture<Integer>> outcomes =
        submit(
            JoinPolicy.WITHOUT_SAVEPOINT,
            (connection, number) -> {
              try (Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO deferred VALUES (" + number + ")");
              }
            });
    ExecutionException failed =
        assertThrows(ExecutionException.class, () -> outcomes.get(3).get(30, TimeUnit.SECONDS));
    assertEquals("23505", assertInstanceOf(SQLException.class, failed.getCause()).getSQLState());
    outcomes.remove(3);
    assertEquals(List.of(1, 2, 3, 4), results(outcomes));
  }

  @Test
  void nothingJoinsWhereAnErrorMayEndTheTransactionSilently() throws Exception {
    startWith(
        (method, result) ->
            method.equals("getMetaData")
                ? proxy(
                    DatabaseMetaData.class,
                    (DatabaseMetaData) result,
                    (getter, value) -> getter.equals("getDatabaseProductName") ? "MySQL" : value)
                : result);
    results(submit(JoinPolicy.WITHOUT_SAVEPOINT, (connection, number) -> {}));
    assertEquals(0, scheduler.figures().joined());
    assertEquals(CALLS, databaseTransactions());
  }

  @Test
  void thePolicyIsAskedOnceByTheCaller() throws Exception {
    List<Thread> askers = new ArrayList<>();
    TransactionLogic<Integer> logic =
        new TransactionLogic<>() {
          @Override
          public Integer run(Connection connection) throws SQLException {
            return count(connection, 0);
          }

          @Override
          public JoinPolicy joins() {
            askers.add(Thread.currentThread());
            return JoinPolicy.WITHOUT_SAVEPOINT;
          }
        };
    TransactionKeys keys = TransactionKeys.of().write("counters", 1);
    assertEquals(1, scheduler.execute(keys, logic));
    assertEquals(List.of(Thread.currentThread()), askers);
  }

  @Test
  void aTransactionThatTheDatabaseAbortsRunsAgainAlone() throws Exception {
    List<Integer> runs = new ArrayList<>();
    List<CompletableFuture<Integer>> outcomes =
        submit(
            JoinPolicy.WITH_SAVEPOINT,
            (connection, number) -> {
              runs.add(number);
              if (number == 3 && runs.indexOf(3) == runs.size() - 1) {
                throw new SQLException("the database aborts call 3 once", "40001");
              }
            });
    assertEquals(List.of(1, 2, 3, 4, 5), results(outcomes));
    assertEquals(CALLS, number("SELECT count FROM counters"));
    assertEquals(1, scheduler.figures().aborted());
    assertTrue(runs.size() > CALLS + 1, runs.toString());
  }

  @Test
  void singleStatementsShareOneToo() throws Exception {
    CompletableFuture<Integer> first =
        scheduler.submit(
            TransactionKeys.of().write("counters", 1),
            connection -> {
              begun.countDown();
              requireTrue(mayGoOn);
              return count(connection, 0);
            });
    requireTrue(begun);
    SqlProcedure<Integer> add =
        SqlProcedure.query(
                "INSERT INTO calls SELECT ?, pg_current_xact_id()::text FROM"
                    + " (SELECT 1) one RETURNING number",
                rows -> {
                  rows.next();
                  return rows.getInt(1) == 3 ? Integer.parseInt("no number") : rows.getInt(1);
                })
            .writes("elsewhere", 1)
            .joining(JoinPolicy.WITHOUT_SAVEPOINT);
    assertEquals(JoinPolicy.WITHOUT_SAVEPOINT, add.joins());
    List<CompletableFuture<Integer>> outcomes = new ArrayList<>();
    for (int i = 1; i < CALLS; i++) {
      int number = i;
      outcomes.add(
          scheduler.submit(
              new JdbcProcedure<Integer, Integer>() {
                @Override
                public TransactionKeys keys(Integer ignored) {
                  return TransactionKeys.of().write("counters", 1);
                }

                @Override
                public Integer run(Connection connection, Integer ignored) throws SQLException {
                  return add.run(connection, List.of(number));
                }

                @Override
                public boolean isSingleStatement() {
                  return true;
                }

                @Override
                public JoinPolicy joins() {
                  return add.joins();
                }
              },
              number));
    }
    mayGoOn.countDown();
    assertEquals(1, first.get(30, TimeUnit.SECONDS));
    // A result that cannot be read does not undo its transaction.
    ExecutionException unread =
        assertThrows(ExecutionException.class, () -> outcomes.get(2).get(30, TimeUnit.SECONDS));
    assertInstanceOf(ResultNotReadException.class, unread.getCause());
    outcomes.remove(2);
    assertEquals(List.of(1, 2, 4), results(outcomes));
    assertEquals(CALLS, number("SELECT count(*) FROM calls"));
    assertTrue(databaseTransactions() < CALLS, "database transactions: " + databaseTransactions());
  }
}
