package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.failure.FailureKind;
import dev.yardmaster.jdbc.sql.BackgroundParser;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests the purpose of the drop-in driver. The same application runs on a few hot rows at
 * SERIALIZABLE, with and without scheduling. Every write records its transaction and the
 * transaction whose write it read, so that the test can follow the history of each row.
 */
@Timeout(180)
class DropInContentionTest {
  private static final int OWNERS = 1_000;
  private static final int HOT = 4;
  private static final long BALANCE = 1_000;
  private static final int THREADS = 8;
  private static final int TRANSFERS_EACH = 40;
  private static final long SEED = 88;
  private static final List<String> TABLES = List.of("hot_checking", "hot_savings");

  /** The database must find rows by their keys, because a scan would read, and lock, all rows. */
  private static final String PLAIN = TestPostgres.url() + "&options=-c%20enable_seqscan=off";

  private static final String OURS =
      PLAIN.replace("jdbc:", "jdbc:yardmaster:")
          + "&yardmaster.scheduling=always"
          + "&yardmaster.max-wait-ms=30000"
          + "&yardmaster.keys=hot_checking(id),hot_savings(id)";

  @BeforeEach
  void fill() throws SQLException {
    execute("DROP TABLE IF EXISTS hot_checking, hot_savings, hot_writes, hot_transfers");
    for (String table : TABLES) {
      execute(
          "CREATE TABLE %s (id int PRIMARY KEY, balance bigint NOT NULL, writer int NOT NULL)"
                  .formatted(table)
              + " WITH (fillfactor = 10)");
      execute(
          "INSERT INTO %s SELECT id, %d, 0 FROM generate_series(1, %d) id"
              .formatted(table, BALANCE, OWNERS));
      execute("ANALYZE " + table);
    }
    execute("CREATE TABLE hot_writes (place text, id int, writer int, previous int)");
    execute("CREATE TABLE hot_transfers (number int PRIMARY KEY)");
  }

  @AfterAll
  static void drop() throws SQLException {
    execute("DROP TABLE hot_checking, hot_savings, hot_writes, hot_transfers");
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(PLAIN);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private record Place(String table, int id) {}

  /** The contents of a row at the time of a read. */
  private record Row(long balance, int writer) {}

  @Test
  void schedulingSparesMostAbortsAndTheHistoryIsSerial() throws Exception {
    int withoutScheduling = transfers(OURS.replace("=always", "=off"));
    fill();
    parseTexts();
    int withScheduling = transfers(OURS);
    assertTrue(
        withoutScheduling > THREADS * TRANSFERS_EACH / 10,
        "without scheduling there must be aborts: aborts=" + withoutScheduling);
    assertTrue(
        withScheduling * 2 < withoutScheduling,
        "aborts with scheduling=" + withScheduling + " without=" + withoutScheduling);
  }

  /**
   * Runs a transfer without effect, and waits until its texts have been parsed. Until then, their
   * transactions are not scheduled.
   */
  private static void parseTexts() throws Exception {
    try (Connection connection = DriverManager.getConnection(OURS)) {
      connection.setAutoCommit(false);
      transfer(connection, 1, 1, 1);
      connection.rollback();
    }
    CountDownLatch parsed = new CountDownLatch(1);
    BackgroundParser.executor().execute(parsed::countDown);
    assertTrue(parsed.await(60, TimeUnit.SECONDS), "the texts are not parsed");
  }

  /** Runs the application, checks its result, and returns the number of aborted transactions. */
  private static int transfers(String url) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    AtomicInteger aborts = new AtomicInteger();
    try {
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int client = i;
        clients.add(
            threads.submit(
                () -> {
                  client(url, client, aborts);
                  return null;
                }));
      }
      for (Future<?> client : clients) {
        client.get(120, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(THREADS * TRANSFERS_EACH, number("SELECT count(*) FROM hot_transfers"));
    assertEquals(
        2 * OWNERS * BALANCE,
        number("SELECT sum(balance) FROM hot_checking")
            + number("SELECT sum(balance) FROM hot_savings"));
    historiesAreUnbroken();
    return aborts.get();
  }

  private static void client(String url, int client, AtomicInteger aborts) throws SQLException {
    Random random = new Random(SEED + client);
    try (Connection connection = DriverManager.getConnection(url)) {
      connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      connection.setAutoCommit(false);
      for (int i = 0; i < TRANSFERS_EACH; i++) {
        int payer = 1 + random.nextInt(HOT);
        // Most transfers go to the savings of the same owner, and the other transfers go to the
        // savings of another owner.
        int payee = random.nextInt(4) > 0 ? payer : 1 + random.nextInt(HOT);
        transferUntilCommitted(connection, 1 + client * TRANSFERS_EACH + i, payer, payee, aborts);
      }
    }
  }

  private static void transferUntilCommitted(
      Connection connection, int number, int payer, int payee, AtomicInteger aborts)
      throws SQLException {
    while (true) {
      try {
        transfer(connection, number, payer, payee);
        connection.commit();
        return;
      } catch (SQLException failure) {
        connection.rollback();
        if (FailureClassifier.standard().classify(failure, false) != FailureKind.RETRY) {
          throw failure;
        }
        aborts.incrementAndGet();
      }
    }
  }

  private static void transfer(Connection connection, int number, int payer, int payee)
      throws SQLException {
    Place from = new Place("hot_checking", payer);
    Place to = new Place("hot_savings", payee);
    Row source = read(connection, from);
    Row target = read(connection, to);
    write(connection, from, source, source.balance - 1, number);
    write(connection, to, target, target.balance + 1, number);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO hot_transfers VALUES (?)")) {
      insert.setInt(1, number);
      insert.executeUpdate();
    }
  }

  private static Row read(Connection connection, Place place) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT balance, writer FROM " + place.table + " WHERE id = ?")) {
      select.setInt(1, place.id);
      try (ResultSet row = select.executeQuery()) {
        assertTrue(row.next());
        return new Row(row.getLong(1), row.getInt(2));
      }
    }
  }

  private static void write(
      Connection connection, Place place, Row before, long balance, int number)
      throws SQLException {
    try (PreparedStatement update =
            connection.prepareStatement(
                "UPDATE " + place.table + " SET balance = ?, writer = ? WHERE id = ?");
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO hot_writes VALUES (?, ?, ?, ?)")) {
      update.setLong(1, balance);
      update.setInt(2, number);
      update.setInt(3, place.id);
      assertEquals(1, update.executeUpdate());
      insert.setString(1, place.table);
      insert.setInt(2, place.id);
      insert.setInt(3, number);
      insert.setInt(4, before.writer);
      insert.executeUpdate();
    }
  }

  /**
   * Checks that each row has one chain of writers from its first state to its last state, and that
   * the chain contains all writers of the row.
   */
  private static void historiesAreUnbroken() throws SQLException {
    Map<Place, Map<Integer, Integer>> writerAfter = new HashMap<>();
    try (Connection connection = DriverManager.getConnection(PLAIN);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM hot_writes")) {
      while (row.next()) {
        Place place = new Place(row.getString(1), row.getInt(2));
        int writer = row.getInt(3);
        Integer other =
            writerAfter.computeIfAbsent(place, any -> new HashMap<>()).put(row.getInt(4), writer);
        assertNull(
            other, () -> "two transactions overwrote a state: " + place + " writer=" + writer);
      }
    }
    assertTrue(writerAfter.size() >= 2 * HOT, "each hot row must have been written");
    for (Map.Entry<Place, Map<Integer, Integer>> history : writerAfter.entrySet()) {
      Place place = history.getKey();
      int last = 0;
      int length = 0;
      while (history.getValue().containsKey(last)) {
        last = history.getValue().get(last);
        length++;
      }
      assertEquals(history.getValue().size(), length, () -> "the history is broken: " + place);
      assertEquals(number("SELECT writer FROM " + place.table + " WHERE id = " + place.id), last);
    }
  }

  private static long number(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(PLAIN);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
