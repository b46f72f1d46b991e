package dev.yardmaster.benchmarks.jdbc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.jdbc.YardmasterDataSource;
import dev.yardmaster.jdbc.coordinator.Coordinator;
import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.failure.FailureKind;
import dev.yardmaster.jdbc.figures.DatabaseFigures;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Clients that access a hot table in a database, and the coordinators that order their
 * transactions. A test has several clients, each of which behaves as if it had its own process.
 */
final class CoordinatedClients {
  static final long[] ROW = {7};
  static final long[] NONE = {};
  static final long LONG_NS = TimeUnit.SECONDS.toNanos(30);

  /** Clients run transactions. */
  static final long GO_ON = 0;

  /** Clients end. */
  static final long STOP = 1;

  /** Clients wait with their next transaction. */
  static final long HOLD = 2;

  private static final long HOLD_LOOK_NS = 1_000_000;

  /** The longest time for which a transaction waits; this is the driver's default. */
  static final long MAX_WAIT_MS = 1_000;

  /** The longest additional delay of a wait on a loaded machine. */
  static final long OVERLOAD_MS = 2_000;

  private CoordinatedClients() {}

  static YardmasterServer server(int port, String... settings) {
    ServerConfig.Builder config =
        ServerConfig.builder().set("listen", "127.0.0.1:" + port).set("admin.listen", "none");
    for (int i = 0; i < settings.length; i += 2) {
      config.set(settings[i], settings[i + 1]);
    }
    return YardmasterServer.start(config.build(), List.of());
  }

  static String address(YardmasterServer server) {
    return "127.0.0.1:" + server.address().getPort();
  }

  static void await(BooleanSupplier condition, Supplier<String> state) {
    long beganNs = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - beganNs < LONG_NS, state);
      LockSupport.parkNanos(100_000);
    }
  }

  static void heat(Coordinator coordinator) {
    for (int i = 0; i < 3; i++) {
      coordinator.aborted(ROW, NONE);
    }
  }

  static DataSource plain(PostgresServer database) {
    PGSimpleDataSource plain = new PGSimpleDataSource();
    plain.setUrl(database.url());
    plain.setUser(database.properties().getProperty("user"));
    plain.setOptions("-c search_path=" + PostgresServer.SCHEMA);
    return plain;
  }

  static YardmasterDataSource dropIn(PostgresServer database, String address, String... further) {
    Properties settings = new Properties();
    settings.setProperty("yardmaster.scheduling", "always");
    settings.setProperty("yardmaster.keys", "hot(id)");
    settings.setProperty("yardmaster.coordinator", address);
    settings.setProperty("yardmaster.coordinator-database", "bank");
    settings.setProperty("yardmaster.max-wait-ms", Long.toString(MAX_WAIT_MS));
    for (int i = 0; i < further.length; i += 2) {
      settings.setProperty(further[i], further[i + 1]);
    }
    return YardmasterDataSource.wrap(plain(database), settings);
  }

  /**
   * The driver knows the rows of SQL texts that it has seen before, so the values are parameters
   * and not part of the text.
   */
  static void increment(Connection connection, int row, AtomicLong longestNs) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement("SELECT value FROM hot WHERE id = ?");
        PreparedStatement update =
            connection.prepareStatement("UPDATE hot SET value = ? WHERE id = ?")) {
      select.setInt(1, row);
      long beganNs = System.nanoTime();
      try (ResultSet read = select.executeQuery()) {
        longestNs.accumulateAndGet(System.nanoTime() - beganNs, Math::max);
        read.next();
        update.setLong(1, read.getLong(1) + 1);
      }
      update.setInt(2, row);
      update.executeUpdate();
    }
  }

  private static void incrementUntilCommitted(Connection connection, int row, AtomicLong longestNs)
      throws SQLException {
    while (true) {
      try {
        increment(connection, row, longestNs);
        connection.commit();
        return;
      } catch (SQLException e) {
        connection.rollback();
        if (FailureClassifier.standard().classify(e, false) != FailureKind.RETRY) {
          throw e;
        }
      }
    }
  }

  static void fill(PostgresServer database) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE hot (id int PRIMARY KEY, value bigint) WITH (fillfactor=10)");
      statement.execute("INSERT INTO hot SELECT id, 0 FROM generate_series(1, 2) id");
      // A scan would read all rows.
      statement.execute("ALTER ROLE postgres SET enable_seqscan = off");
    }
  }

  static long sum(PostgresServer database) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT sum(value) FROM hot")) {
      row.next();
      return row.getLong(1);
    }
  }

  /**
   * Starts a client on its own thread.
   *
   * @param stop {@link #GO_ON}, {@link #HOLD} or {@link #STOP}
   */
  static CompletableFuture<Void> run(
      DataSource instance, int row, AtomicLong committed, AtomicLong stop, AtomicLong longestNs) {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try (Connection connection = instance.getConnection()) {
                connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                connection.setAutoCommit(false);
                while (stop.get() != STOP) {
                  if (stop.get() == HOLD) {
                    LockSupport.parkNanos(HOLD_LOOK_NS);
                  } else {
                    incrementUntilCommitted(connection, row, longestNs);
                    committed.incrementAndGet();
                  }
                }
                ended.complete(null);
              } catch (Throwable failure) {
                ended.completeExceptionally(failure);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return ended;
  }

  static List<DatabaseFigures> figures(List<YardmasterDataSource> instances) {
    return instances.stream().map(each -> each.figures().orElseThrow()).toList();
  }

  static Void incrementOne(Connection connection) throws SQLException {
    increment(connection, 1, new AtomicLong());
    return null;
  }
}
