package dev.yardmaster.benchmarks.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.jdbc.JdbcScheduler;
import dev.yardmaster.jdbc.TransactionKeys;
import dev.yardmaster.jdbc.YardmasterDataSource;
import dev.yardmaster.jdbc.admission.AdmissionFigures;
import dev.yardmaster.jdbc.coordinator.Coordinator;
import dev.yardmaster.jdbc.coordinator.CoordinatorConfig;
import dev.yardmaster.jdbc.coordinator.RowLease;
import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.failure.FailureKind;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.security.Grant;
import dev.yardmaster.server.security.NewToken;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** Tests several instances of the JDBC adapter with a server that orders their transactions. */
@Timeout(180)
class CoordinatorTest {
  private static final long[] ROW = {7};
  private static final long[] NONE = {};
  private static final long LONG_NS = TimeUnit.SECONDS.toNanos(30);
  private static final int CLIENTS = 4;

  @TempDir private Path folder;

  private static YardmasterServer server(int port, String... settings) {
    ServerConfig.Builder config =
        ServerConfig.builder().set("listen", "127.0.0.1:" + port).set("admin.listen", "none");
    for (int i = 0; i < settings.length; i += 2) {
      config.set(settings[i], settings[i + 1]);
    }
    return YardmasterServer.start(config.build(), List.of());
  }

  private static String address(YardmasterServer server) {
    return "127.0.0.1:" + server.address().getPort();
  }

  private static Coordinator coordinator(YardmasterServer server, String tokenFile) {
    return new Coordinator(
        CoordinatorConfig.of(address(server), "bank", tokenFile, false), SystemNanoClock.INSTANCE);
  }

  private static void await(BooleanSupplier condition, Supplier<String> state) {
    long beganNs = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - beganNs < LONG_NS, state);
      LockSupport.parkNanos(100_000);
    }
  }

  private static void heat(Coordinator coordinator) {
    for (int i = 0; i < 3; i++) {
      coordinator.aborted(ROW, NONE);
    }
  }

  /** Asks for the row until the request is sent. */
  private static RowLease asked(Coordinator coordinator) {
    RowLease[] lease = new RowLease[1];
    await(
        () -> {
          heat(coordinator);
          lease[0] = coordinator.ask(ROW, NONE, LONG_NS);
          return lease[0] != null;
        },
        () -> "no request was sent");
    return lease[0];
  }

  private static RowLease held(Coordinator coordinator) {
    RowLease lease = asked(coordinator);
    await(lease::isAnswered, () -> "the request was not answered");
    assertNotNull(coordinator.settle(lease));
    return lease;
  }

  @Test
  void aRowGoesFromOneInstanceToTheOther() {
    try (YardmasterServer server = server(0)) {
      Coordinator one = coordinator(server, "");
      Coordinator other = coordinator(server, "");
      RowLease first = held(one);
      RowLease second = asked(other);
      assertFalse(second.isAnswered());
      one.end(first);
      await(second::isAnswered, () -> "the row is not passed on");
      assertTrue(second.isGranted());
      other.end(second);
      assertEquals(1, one.leased());
    }
  }

  @Test
  void anInstanceGoesOnAloneWithoutTheServerAndComesBack() {
    YardmasterServer server = server(0);
    int port = server.address().getPort();
    Coordinator one = coordinator(server, "");
    Coordinator other = coordinator(server, "");
    RowLease first = held(one);
    RowLease second = asked(other);
    server.close();
    await(second::isAnswered, () -> "a transaction waits for a server that has ended");
    assertNull(other.settle(second));
    one.end(first);
    heat(other);
    assertNull(other.acquire(ROW, NONE, LONG_NS));
    try (YardmasterServer again = server(port)) {
      one.end(held(one));
      other.end(held(other));
      assertNotNull(again);
    }
  }

  private String tokens(NewToken token, Role role) throws IOException {
    return secret("tokens", token.line(Grant.forever(new Principal("bank", Set.of(role)))));
  }

  private String secret(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(file, text + "\n").toString();
  }

  @Test
  void aTokenWithTheRoleIsAccepted() throws IOException {
    NewToken token = NewToken.draw(new SecureRandom());
    try (YardmasterServer server = server(0, "security.tokensFile", tokens(token, Role.LEASE))) {
      Coordinator one = coordinator(server, secret("mine", token.text()));
      one.end(held(one));
    }
  }

  @Test
  void aTokenWithoutTheRoleGetsNoLease() throws IOException {
    NewToken token = NewToken.draw(new SecureRandom());
    try (YardmasterServer server = server(0, "security.tokensFile", tokens(token, Role.WRITE))) {
      Coordinator one = coordinator(server, secret("mine", token.text()));
      RowLease refused = asked(one);
      await(refused::isAnswered, () -> "the request was not answered");
      assertNull(one.settle(refused));
    }
  }

  private static DataSource plain(PostgresServer database) {
    PGSimpleDataSource plain = new PGSimpleDataSource();
    plain.setUrl(database.url());
    plain.setUser(database.properties().getProperty("user"));
    plain.setOptions("-c search_path=" + PostgresServer.SCHEMA);
    return plain;
  }

  private static YardmasterDataSource dropIn(PostgresServer database, YardmasterServer server) {
    Properties settings = new Properties();
    settings.setProperty("yardmaster.scheduling", "always");
    settings.setProperty("yardmaster.keys", "hot(id)");
    settings.setProperty("yardmaster.coordinator", address(server));
    settings.setProperty("yardmaster.coordinator-database", "bank");
    return YardmasterDataSource.wrap(plain(database), settings);
  }

  /** The driver knows the rows of texts that occur again, so the values are parameters. */
  private static void increment(Connection connection, int row) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement("SELECT value FROM hot WHERE id = ?");
        PreparedStatement update =
            connection.prepareStatement("UPDATE hot SET value = ? WHERE id = ?")) {
      select.setInt(1, row);
      try (ResultSet read = select.executeQuery()) {
        read.next();
        update.setLong(1, read.getLong(1) + 1);
      }
      update.setInt(2, row);
      update.executeUpdate();
    }
  }

  private static void incrementUntilCommitted(Connection connection, int row) throws SQLException {
    while (true) {
      try {
        increment(connection, row);
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

  private static void fill(PostgresServer database) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE hot (id int PRIMARY KEY, value bigint) WITH (fillfactor=10)");
      statement.execute("INSERT INTO hot SELECT id, 0 FROM generate_series(1, 2) id");
      // A scan would read all rows.
      statement.execute("ALTER ROLE postgres SET enable_seqscan = off");
    }
  }

  private static long sum(PostgresServer database) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT sum(value) FROM hot")) {
      row.next();
      return row.getLong(1);
    }
  }

  @Test
  void transactionsOfTwoDriversAreOrderedThroughARestartOfTheServer() throws Exception {
    YardmasterServer server = server(0);
    int port = server.address().getPort();
    try (PostgresServer database = PostgresServer.embedded(false)) {
      fill(database);
      List<YardmasterDataSource> instances =
          List.of(dropIn(database, server), dropIn(database, server));
      AtomicLong committed = new AtomicLong();
      AtomicLong stop = new AtomicLong();
      List<CompletableFuture<Void>> clients = new ArrayList<>();
      for (YardmasterDataSource instance : instances) {
        for (int i = 0; i < CLIENTS; i++) {
          int row = 1 + i % 2;
          clients.add(run(instance, row, committed, stop));
        }
      }
      Supplier<String> state = () -> figures(instances) + " committed=" + committed;
      awaitLeases(instances, 100, state);
      server.close();
      long atEnd = committed.get();
      await(() -> committed.get() > atEnd + 500, state);
      server = server(port);
      List<AdmissionFigures> before = figures(instances);
      for (int i = 0; i < instances.size(); i++) {
        long leasedBefore = before.get(i).leased();
        YardmasterDataSource instance = instances.get(i);
        await(() -> instance.figures().orElseThrow().leased() > leasedBefore + 100, state);
      }
      stop.set(1);
      for (CompletableFuture<Void> client : clients) {
        client.get(30, TimeUnit.SECONDS);
      }
      assertEquals(committed.get(), sum(database));
      YardmasterServer last = server;
      await(() -> last.leases().held() == 0, () -> "leases are left: " + last.leases());
    } finally {
      server.close();
    }
  }

  private static CompletableFuture<Void> run(
      DataSource instance, int row, AtomicLong committed, AtomicLong stop) {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try (Connection connection = instance.getConnection()) {
                connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                connection.setAutoCommit(false);
                while (stop.get() == 0) {
                  incrementUntilCommitted(connection, row);
                  committed.incrementAndGet();
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

  private static List<AdmissionFigures> figures(List<YardmasterDataSource> instances) {
    return instances.stream().map(each -> each.figures().orElseThrow()).toList();
  }

  private static void awaitLeases(
      List<YardmasterDataSource> instances, long least, Supplier<String> state) {
    await(() -> figures(instances).stream().allMatch(each -> each.leased() >= least), state);
  }

  @Test
  void transactionsOfTwoSchedulersAreOrdered() throws Exception {
    try (YardmasterServer server = server(0);
        PostgresServer database = PostgresServer.embedded(false)) {
      fill(database);
      try (JdbcScheduler one = scheduler(database, server);
          JdbcScheduler other = scheduler(database, server)) {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
          JdbcScheduler scheduler = i % 2 == 0 ? one : other;
          all.add(
              scheduler.submit(
                  TransactionKeys.of().write("hot", 1),
                  connection -> {
                    increment(connection, 1);
                    return null;
                  }));
        }
        for (CompletableFuture<Void> each : all) {
          each.get(60, TimeUnit.SECONDS);
        }
        assertEquals(400, sum(database));
        assertTrue(server.leases().granted() > 0, () -> server.leases().toString());
        await(() -> server.leases().held() == 0, () -> server.leases().toString());
      }
    }
  }

  private static JdbcScheduler scheduler(PostgresServer database, YardmasterServer server) {
    return JdbcScheduler.over(plain(database))
        .connections(2)
        .isolation(Connection.TRANSACTION_SERIALIZABLE)
        .coordinator(address(server), "bank")
        .start();
  }
}
