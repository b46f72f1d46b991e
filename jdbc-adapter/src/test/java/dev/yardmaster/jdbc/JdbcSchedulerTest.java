package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.yardmaster.jdbc.NotStartedException.Reason;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the scheduler in front of a real database at SERIALIZABLE. */
@Timeout(120)
class JdbcSchedulerTest {
  private static final int ACCOUNTS = 8;
  private static final long BALANCE = 1_000_000;
  private static final SqlProcedure<Integer> TRANSFER =
      SqlProcedure.update(
          "UPDATE accounts SET balance = balance - ? WHERE id = ?",
          "UPDATE accounts SET balance = balance + ? WHERE id = ?");

  private static EmbeddedPostgres postgres;
  private static HikariDataSource pool;

  @BeforeAll
  static void startDatabase() throws IOException, SQLException {
    postgres = EmbeddedPostgres.start();
    HikariConfig config = new HikariConfig();
    config.setDataSource(postgres.getPostgresDatabase());
    config.setMaximumPoolSize(8);
    config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
    // The database must find rows by their keys, because a scan would read, and lock, all rows.
    config.setConnectionInitSql("SET enable_seqscan = off");
    pool = new HikariDataSource(config);
    execute("CREATE TABLE accounts (id bigint PRIMARY KEY, balance bigint NOT NULL)");
    execute("CREATE TABLE transfers (id bigint PRIMARY KEY)");
  }

  @AfterAll
  static void stopDatabase() throws IOException {
    pool.close();
    postgres.close();
  }

  private JdbcScheduler scheduler;

  @BeforeEach
  void fill() throws SQLException {
    execute("DELETE FROM accounts");
    execute("DELETE FROM transfers");
    execute(
        "INSERT INTO accounts SELECT i, %d FROM generate_series(1, %d) i"
            .formatted(BALANCE, ACCOUNTS));
  }

  @AfterEach
  void close() {
    if (scheduler != null) {
      scheduler.close();
    }
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long number(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  private static long balance(Connection connection, long account) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT balance FROM accounts WHERE id = ?")) {
      select.setLong(1, account);
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  /** Reads both balances, writes both, and records the transfer. */
  private static long transfer(Connection connection, long number, long from, long to, long amount)
      throws SQLException {
    long left = balance(connection, from) - amount;
    long right = balance(connection, to) + amount;
    try (PreparedStatement update =
            connection.prepareStatement("UPDATE accounts SET balance = ? WHERE id = ?");
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO transfers VALUES (?)")) {
      update.setLong(1, left);
      update.setLong(2, from);
      update.executeUpdate();
      update.setLong(1, right);
      update.setLong(2, to);
      update.executeUpdate();
      insert.setLong(1, number);
      insert.executeUpdate();
    }
    return left;
  }

  private static TransactionKeys keys(long from, long to) {
    return TransactionKeys.of().write("accounts", from).write("accounts", to);
  }

  private void transferALot(boolean withKeys, int transfers) throws Exception {
    Random random = new Random(8);
    List<CompletableFuture<Long>> outcomes = new ArrayList<>();
    for (int i = 0; i < transfers; i++) {
      long number = i;
      long from = 1L + random.nextInt(ACCOUNTS);
      long to = 1L + (from + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
      TransactionKeys keys = withKeys ? keys(from, to) : TransactionKeys.of();
      outcomes.add(scheduler.submit(keys, connection -> transfer(connection, number, from, to, 1)));
    }
    for (CompletableFuture<Long> outcome : outcomes) {
      outcome.get(60, TimeUnit.SECONDS);
    }
    assertEquals(ACCOUNTS * BALANCE, number("SELECT sum(balance) FROM accounts"));
    assertEquals(transfers, number("SELECT count(*) FROM transfers"));
    assertEquals(transfers, scheduler.figures().committed());
  }

  @Test
  void transactionsThatSayWhatTheyUseDoNotAbortEachOther() throws Exception {
    scheduler = JdbcScheduler.over(pool).start();
    transferALot(true, 400);
    // The remaining aborts are conflicts that the database detects on pages instead of rows.
    assertTrue(scheduler.figures().aborted() <= 8, () -> scheduler.figures().toString());
    assertTrue(scheduler.figures().heldOver() > 0, () -> scheduler.figures().toString());
  }

  @Test
  void transactionsThatSayNothingAreRunAgainUntilTheyCommit() throws Exception {
    scheduler =
        JdbcScheduler.over(pool)
            .maxAttempts(10_000)
            .pause(Duration.ofMillis(1), Duration.ofMillis(5))
            .start();
    transferALot(false, 200);
    assertTrue(scheduler.figures().aborted() > 0, () -> scheduler.figures().toString());
  }

  @Test
  void executeGivesWhatTheLogicGave() throws SQLException {
    scheduler = JdbcScheduler.over(pool).start();
    long left = scheduler.execute(keys(1, 2), connection -> transfer(connection, 1, 1, 2, 100));
    assertEquals(BALANCE - 100, left);
    assertEquals(BALANCE + 100, number("SELECT balance FROM accounts WHERE id = 2"));
  }

  @Test
  void aProcedureOfSqlTellsItsRowsByItself() throws Exception {
    scheduler = JdbcScheduler.over(pool).start();
    List<CompletableFuture<Integer>> outcomes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      outcomes.add(scheduler.submit(TRANSFER, List.of(10, 1, 10, 2 + i % 3)));
    }
    for (CompletableFuture<Integer> outcome : outcomes) {
      assertEquals(2, outcome.get(60, TimeUnit.SECONDS));
    }
    assertEquals(BALANCE - 1000, number("SELECT balance FROM accounts WHERE id = 1"));
    assertTrue(
        scheduler.figures().heldOver() > 0,
        "transactions must be held over, because all of them use account 1");
    assertEquals(0, scheduler.figures().aborted());
  }

  @Test
  void aSingleStatementCommitsItself() throws SQLException {
    scheduler = JdbcScheduler.over(pool).start();
    SqlProcedure<Long> deposit =
        SqlProcedure.query(
            "UPDATE accounts SET balance = balance + ? WHERE id = ? RETURNING balance",
            rows -> {
              rows.next();
              return rows.getLong(1);
            });
    assertEquals(BALANCE + 5, scheduler.execute(deposit, List.of(5, 3)));
    assertEquals(BALANCE + 5, number("SELECT balance FROM accounts WHERE id = 3"));
  }

  @Test
  void aResultThatCannotBeReadIsOfATransactionThatTookPlaceOnce() throws SQLException {
    scheduler = JdbcScheduler.over(pool).start();
    SqlProcedure<Long> deposit =
        SqlProcedure.query(
            "UPDATE accounts SET balance = balance + ? WHERE id = ? RETURNING balance",
            rows -> {
              throw new SQLException("looks like a conflict", "40001");
            });
    ResultNotReadException told =
        assertThrows(ResultNotReadException.class, () -> scheduler.execute(deposit, List.of(5, 3)));
    assertEquals("40001", ((SQLException) told.getSuppressed()[0]).getSQLState());
    assertEquals(BALANCE + 5, number("SELECT balance FROM accounts WHERE id = 3"));
    assertEquals(0, scheduler.figures().aborted());
  }

  @Test
  void argumentsMustBeAsManyAsParameters() {
    scheduler = JdbcScheduler.over(pool).start();
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> scheduler.execute(TRANSFER, List.of(10, 1)));
    assertEquals("arguments=2 for parameters=4", refused.getMessage());
    assertThrows(IllegalArgumentException.class, () -> TRANSFER.reads("accounts", 5));
  }

  @Test
  void whatTheLogicThrowsIsThrownAndRolledBack() throws SQLException {
    scheduler = JdbcScheduler.over(pool).start();
    IllegalStateException broke = new IllegalStateException("broke");
    Exception thrown =
        assertThrows(
            IllegalStateException.class,
            () ->
                scheduler.execute(
                    keys(1, 2),
                    connection -> {
                      transfer(connection, 1, 1, 2, 100);
                      throw broke;
                    }));
    assertSame(broke, thrown);
    assertEquals(0, number("SELECT count(*) FROM transfers"));
    SQLException syntax =
        assertThrows(
            SQLException.class,
            () ->
                scheduler.execute(
                    TransactionKeys.of(),
                    connection -> connection.createStatement().execute("SELEKT 1")));
    assertEquals("42601", syntax.getSQLState());
    assertEquals("org.postgresql.util.PSQLException", syntax.getClass().getName());
  }

  @Test
  void theLogicCannotEndItsTransaction() throws SQLException {
    scheduler = JdbcScheduler.over(pool).start();
    SQLException refused =
        assertThrows(
            SQLException.class,
            () ->
                scheduler.execute(
                    keys(1, 2),
                    connection -> {
                      transfer(connection, 1, 1, 2, 100);
                      connection.commit();
                      return null;
                    }));
    assertEquals("2D000", refused.getSQLState());
    assertEquals(0, number("SELECT count(*) FROM transfers"));
  }

  @Test
  void theLogicLeavesTheConnectionAsItWas() throws SQLException {
    scheduler = JdbcScheduler.over(pool).connections(1).start();
    List<TransactionLogic<Void>> changes =
        List.of(
            connection -> {
              connection.setReadOnly(true);
              return null;
            },
            connection -> {
              connection.setSchema("pg_catalog");
              return null;
            },
            connection -> {
              connection.setNetworkTimeout(Runnable::run, 1);
              return null;
            });
    for (TransactionLogic<Void> change : changes) {
      SQLException refused =
          assertThrows(SQLException.class, () -> scheduler.execute(TransactionKeys.of(), change));
      assertEquals("HY000", refused.getSQLState());
    }
    assertEquals(2, scheduler.execute(TRANSFER, List.of(1, 1, 1, 2)));
  }

  @Test
  void whatHasNoRoomIsRefusedAndDoesNothing() throws Exception {
    scheduler = JdbcScheduler.over(pool).connections(1).maxQueued(1).start();
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<Boolean> slow =
        scheduler.submit(
            TransactionKeys.of(),
            connection -> {
              started.countDown();
              return await(goOn);
            });
    assertTrue(started.await(60, TimeUnit.SECONDS));
    CompletableFuture<Integer> queued = scheduler.submit(TRANSFER, List.of(1, 1, 1, 2));
    NotStartedException refused =
        assertThrows(
            NotStartedException.class, () -> scheduler.execute(TRANSFER, List.of(1, 1, 1, 2)));
    assertEquals(Reason.OVERLOADED, refused.reason());
    assertTrue(refused.getMessage().contains("queued=1 of at most 1"), refused.getMessage());
    goOn.countDown();
    assertTrue(slow.get(60, TimeUnit.SECONDS));
    assertEquals(2, queued.get(60, TimeUnit.SECONDS));
    assertEquals(BALANCE - 1, number("SELECT balance FROM accounts WHERE id = 1"));
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }

  @Test
  void whatCannotStartBeforeItsDeadlineIsToldSo() throws Exception {
    scheduler = JdbcScheduler.over(pool).connections(1).deadline(Duration.ofSeconds(2)).start();
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<Boolean> slow =
        scheduler.submit(
            TransactionKeys.of(),
            connection -> {
              started.countDown();
              return await(goOn);
            });
    assertTrue(started.await(60, TimeUnit.SECONDS));
    ExecutionException late =
        assertThrows(
            ExecutionException.class,
            () -> scheduler.submit(TRANSFER, List.of(1, 1, 1, 2)).get(60, TimeUnit.SECONDS));
    NotStartedException told = assertInstanceOf(NotStartedException.class, late.getCause());
    assertEquals(Reason.DEADLINE, told.reason());
    goOn.countDown();
    assertTrue(
        slow.get(60, TimeUnit.SECONDS), "the close must not interrupt a running transaction");
    assertEquals(BALANCE, number("SELECT balance FROM accounts WHERE id = 1"));
  }

  @Test
  void closingWaitsForWhatIsUnderWayAndEndsItsThreads() throws Exception {
    scheduler = JdbcScheduler.over(pool).connections(2).start();
    AtomicInteger ended = new AtomicInteger();
    List<CompletableFuture<Integer>> outcomes = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      CompletableFuture<Integer> outcome = scheduler.submit(TRANSFER, List.of(1, 1, 1, 2));
      outcomes.add(
          outcome.whenComplete(
              (rows, failure) -> {
                if (failure == null) {
                  ended.incrementAndGet();
                }
              }));
    }
    scheduler.close();
    for (CompletableFuture<Integer> outcome : outcomes) {
      outcome.get(60, TimeUnit.SECONDS);
    }
    assertEquals(20, ended.get());
    NotStartedException refused =
        assertThrows(
            NotStartedException.class, () -> scheduler.execute(TRANSFER, List.of(1, 1, 1, 2)));
    assertEquals(Reason.CLOSED, refused.reason());
    assertFalse(
        Thread.getAllStackTraces().keySet().stream()
            .anyMatch(
                thread ->
                    thread.getName().startsWith("yardmaster-jdbc-")
                        && thread.isAlive()
                        && !thread.getName().endsWith("deadlines")));
  }

  @Test
  void closingDoesNotWaitForEver() throws Exception {
    scheduler = JdbcScheduler.over(pool).connections(1).closeTimeout(Duration.ofMillis(50)).start();
    CountDownLatch started = new CountDownLatch(1);
    CompletableFuture<Boolean> stuck =
        scheduler.submit(
            TransactionKeys.of(),
            connection -> {
              started.countDown();
              return await(new CountDownLatch(1));
            });
    assertTrue(started.await(60, TimeUnit.SECONDS));
    CompletableFuture<Integer> queued = scheduler.submit(TRANSFER, List.of(1, 1, 1, 2));
    scheduler.close();
    ExecutionException told =
        assertThrows(ExecutionException.class, () -> queued.get(60, TimeUnit.SECONDS));
    assertEquals(
        Reason.CLOSED, assertInstanceOf(NotStartedException.class, told.getCause()).reason());
    assertFalse(stuck.get(60, TimeUnit.SECONDS), "it was interrupted");
  }

  @Test
  void aThreadThatRunsTransactionsDoesNotWaitForOne() throws Exception {
    scheduler = JdbcScheduler.over(pool).connections(1).start();
    CompletableFuture<Integer> nested =
        scheduler.submit(
            TransactionKeys.of(), connection -> scheduler.execute(TRANSFER, List.of(1, 1, 1, 2)));
    ExecutionException told =
        assertThrows(ExecutionException.class, () -> nested.get(60, TimeUnit.SECONDS));
    assertInstanceOf(IllegalStateException.class, told.getCause());
    assertEquals(
        2,
        scheduler.execute(TRANSFER, List.of(1, 1, 1, 2)),
        "the lane must continue to run transactions");
  }

  @Test
  void whatFollowsATransactionHoldsUpNoOtherLane() throws Exception {
    scheduler = JdbcScheduler.over(pool).connections(2).start();
    CountDownLatch attached = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    // The transaction ends only after the dependent stage is attached. Otherwise the stage would
    // run, and wait, on this thread.
    CompletableFuture<Boolean> slow =
        scheduler
            .submit(TRANSFER.keys(List.of(1, 1, 1, 2)), connection -> await(attached))
            .thenApply(rows -> await(goOn));
    attached.countDown();
    List<CompletableFuture<Integer>> others = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      others.add(scheduler.submit(TRANSFER, List.of(1, 1, 1, 2)));
    }
    for (CompletableFuture<Integer> other : others) {
      assertEquals(2, other.get(20, TimeUnit.SECONDS));
    }
    goOn.countDown();
    assertTrue(slow.get(20, TimeUnit.SECONDS));
  }

  @Test
  void badSettingsAreRefused() {
    JdbcSchedulerBuilder builder = JdbcScheduler.over(pool);
    assertThrows(IllegalArgumentException.class, () -> builder.batchSize(0));
    assertThrows(IllegalArgumentException.class, () -> builder.batchSize(1025));
    assertThrows(IllegalArgumentException.class, () -> builder.connections(0));
    assertThrows(IllegalArgumentException.class, () -> builder.maxAttempts(0));
    assertThrows(IllegalArgumentException.class, () -> builder.deadline(Duration.ZERO));
    assertThrows(IllegalArgumentException.class, () -> builder.keys("accounts"));
    assertThrows(IllegalArgumentException.class, () -> JdbcScheduler.over(null));
  }
}
