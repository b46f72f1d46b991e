package dev.yardmaster.jdbc.mariadb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.yardmaster.jdbc.JdbcScheduler;
import dev.yardmaster.jdbc.TransactionKeys;
import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.failure.FailureKind;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mariadb.jdbc.client.Completion;

/**
 * Tests with MariaDB, whose transactions at SERIALIZABLE lock all rows that they read, and end in
 * deadlocks.
 */
class MariaDbTest {
  private static final int ACCOUNTS = 4;
  private static final long BALANCE = 1_000;
  private static final int CLIENTS = 6;
  private static final int TRANSFERS = 40;
  private static final long TIMEOUT_S = 60;

  private static MariaDbServer server;
  private final FailureClassifier classifier = FailureClassifier.standard();

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    MariaDbServer.require();
    server = MariaDbServer.start(folder);
    execute(server.url("mysql"), "CREATE DATABASE bank");
    execute(
        server.url("bank"),
        "CREATE TABLE accounts (id bigint PRIMARY KEY, balance bigint NOT NULL)");
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void fill() throws SQLException {
    execute(server.url("bank"), "DELETE FROM accounts");
    for (int id = 1; id <= ACCOUNTS; id++) {
      execute(server.url("bank"), "INSERT INTO accounts VALUES (%d, %d)".formatted(id, BALANCE));
    }
  }

  private static void execute(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String ours(String scheduling) {
    return server.url("bank").replace("jdbc:", "jdbc:yardmaster:")
        + "&yardmaster.scheduling="
        + scheduling;
  }

  private static Connection begin(String url) throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    connection.setAutoCommit(false);
    return connection;
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

  private static int setBalance(Connection connection, long account, long balance)
      throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE accounts SET balance = ? WHERE id = ?")) {
      update.setLong(1, balance);
      update.setLong(2, account);
      return update.executeUpdate();
    }
  }

  private static long transfer(Connection connection, long payer, long payee, long amount)
      throws SQLException {
    long left = balance(connection, payer) - amount;
    long right = balance(connection, payee) + amount;
    setBalance(connection, payer, left);
    setBalance(connection, payee, right);
    return left;
  }

  private static void assertSumIsConserved() throws SQLException {
    try (Connection connection = DriverManager.getConnection(server.url("bank"));
        Statement statement = connection.createStatement();
        ResultSet sum = statement.executeQuery("SELECT sum(balance) FROM accounts")) {
      assertTrue(sum.next());
      assertEquals(ACCOUNTS * BALANCE, sum.getLong(1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"on", "always"})
  void transfersThroughTheDriverConserveTheSum(String scheduling) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<Integer>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        SplittableRandom random = new SplittableRandom(i);
        clients.add(threads.submit(() -> transfers(ours(scheduling), random)));
      }
      int committed = 0;
      for (Future<Integer> client : clients) {
        committed += client.get(TIMEOUT_S, TimeUnit.SECONDS);
      }
      assertEquals(CLIENTS * TRANSFERS, committed);
    } finally {
      threads.shutdownNow();
    }
    assertSumIsConserved();
  }

  /** Makes transfers, and repeats those that the database aborts. */
  private int transfers(String url, SplittableRandom random) throws SQLException {
    int committed = 0;
    try (Connection connection = begin(url)) {
      while (committed < TRANSFERS) {
        long payer = 1L + random.nextInt(ACCOUNTS);
        long payee = 1 + payer % ACCOUNTS;
        try {
          transfer(connection, payer, payee, 1 + random.nextInt(9));
          connection.commit();
          committed++;
        } catch (SQLException failure) {
          connection.rollback();
          if (classifier.classify(failure, true) != FailureKind.RETRY) {
            throw failure;
          }
        }
      }
    }
    return committed;
  }

  @Test
  void transfersThroughTheSchedulerConserveTheSum() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(server.url("bank"));
    config.setMaximumPoolSize(CLIENTS);
    config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
    try (HikariDataSource pool = new HikariDataSource(config);
        JdbcScheduler scheduler = JdbcScheduler.over(pool).start()) {
      List<CompletableFuture<Long>> outcomes = new ArrayList<>();
      SplittableRandom random = new SplittableRandom(17);
      for (int i = 0; i < CLIENTS * TRANSFERS; i++) {
        long payer = 1L + random.nextInt(ACCOUNTS);
        long payee = 1 + payer % ACCOUNTS;
        // Every second transaction declares no rows, so some deadlocks remain, and the retries are
        // tested.
        TransactionKeys keys =
            i % 2 == 0
                ? TransactionKeys.of().write("accounts", payer).write("accounts", payee)
                : TransactionKeys.of();
        outcomes.add(scheduler.submit(keys, connection -> transfer(connection, payer, payee, 1)));
      }
      for (CompletableFuture<Long> outcome : outcomes) {
        outcome.get(TIMEOUT_S, TimeUnit.SECONDS);
      }
      assertEquals(outcomes.size(), scheduler.figures().committed());
    }
    assertSumIsConserved();
  }

  /** Two transactions wait for each other's row. The server aborts one of them. */
  @Test
  void aDeadlockIsToldAsRetryable() throws Exception {
    try (Connection one = begin(ours("on"));
        Connection two = begin(ours("on"))) {
      setBalance(one, 1, 0);
      setBalance(two, 2, 0);
      CompletableFuture<SQLException> first = CompletableFuture.supplyAsync(() -> failure(one, 2));
      SQLException second = failure(two, 1);
      SQLException victim = second;
      if (second == null) {
        two.rollback();
        victim = first.get(TIMEOUT_S, TimeUnit.SECONDS);
      } else {
        two.rollback();
        first.get(TIMEOUT_S, TimeUnit.SECONDS);
      }
      assertEquals("40001 1213", victim.getSQLState() + " " + victim.getErrorCode());
      assertEquals(FailureKind.RETRY, classifier.classify(victim, false));
      assertEquals(FailureKind.RETRY, classifier.classify(victim, true));
    }
  }

  private static SQLException failure(Connection connection, long account) {
    try {
      setBalance(connection, account, 0);
      return null;
    } catch (SQLException failure) {
      return failure;
    }
  }

  @Test
  void aLockWaitTimeoutIsToldAsRetryable() throws SQLException {
    try (Connection one = begin(ours("on"));
        Connection two = begin(ours("on") + "&sessionVariables=innodb_lock_wait_timeout=0")) {
      setBalance(one, 1, 0);
      SQLException timeout = assertThrows(SQLException.class, () -> setBalance(two, 1, 5));
      assertEquals("HY000 1205", timeout.getSQLState() + " " + timeout.getErrorCode());
      assertEquals(FailureKind.RETRY, classifier.classify(timeout, false));
      two.rollback();
      one.rollback();
      assertEquals(BALANCE, balance(two, 1));
    }
  }

  @Test
  void castsUnwrapAndTheUrlAreFaithful() throws SQLException {
    try (Connection connection = DriverManager.getConnection(ours("on"));
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 1")) {
      assertInstanceOf(Completion.class, rows);
      // MariaDB's public types for connections and statements are classes, not interfaces.
      assertTrue(connection.isWrapperFor(org.mariadb.jdbc.Connection.class));
      assertTrue(statement.isWrapperFor(org.mariadb.jdbc.Statement.class));
      String url = connection.getMetaData().getURL();
      assertTrue(
          url.startsWith(
              server.url("bank").replace("mariadb", "yardmaster:mariadb").split("&", 2)[0]),
          url);
    }
  }
}
