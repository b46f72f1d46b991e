package dev.yardmaster.benchmarks.jdbc;

import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.GO_ON;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.HOLD;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.LONG_NS;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.MAX_WAIT_MS;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.NONE;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.OVERLOAD_MS;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.ROW;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.STOP;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.address;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.await;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.dropIn;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.figures;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.fill;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.heat;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.plain;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.run;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.server;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.sum;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.jdbc.slices.CoordinatorProcess;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.jdbc.JdbcScheduler;
import dev.yardmaster.jdbc.TransactionKeys;
import dev.yardmaster.jdbc.YardmasterDataSource;
import dev.yardmaster.jdbc.coordinator.Coordinator;
import dev.yardmaster.jdbc.coordinator.CoordinatorConfig;
import dev.yardmaster.jdbc.coordinator.LeaseRequest;
import dev.yardmaster.jdbc.figures.DatabaseFigures;
import dev.yardmaster.server.YardmasterServer;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests several instances of the JDBC adapter with a coordinator, which orders their transactions.
 */
@Timeout(180)
class CoordinatorTest {
  private static final int CLIENTS = 4;

  /** A number of transactions that shows that they go on. */
  private static final int SOME = 50;

  private static PostgresServer database;

  @BeforeAll
  static void startDatabase() {
    database = PostgresServer.embedded(false);
  }

  @AfterAll
  static void endDatabase() {
    database.close();
  }

  private static Coordinator coordinator(YardmasterServer server) {
    return new Coordinator(
        CoordinatorConfig.of(address(server), "bank", "", false), SystemNanoClock.INSTANCE);
  }

  /** Requests the row repeatedly until the instance has sent a request to the coordinator. */
  private static LeaseRequest asked(Coordinator coordinator) {
    LeaseRequest[] lease = new LeaseRequest[1];
    await(
        () -> {
          heat(coordinator);
          lease[0] = coordinator.ask(ROW, NONE, LONG_NS);
          return lease[0] != null;
        },
        () -> "no request was sent");
    return lease[0];
  }

  private static LeaseRequest held(Coordinator coordinator) {
    LeaseRequest lease = asked(coordinator);
    await(lease::isAnswered, () -> "the request was not answered");
    assertNotNull(coordinator.settle(lease));
    return lease;
  }

  @Test
  void aRowGoesFromOneInstanceToTheOther() {
    try (YardmasterServer server = server(0)) {
      Coordinator one = coordinator(server);
      Coordinator other = coordinator(server);
      LeaseRequest first = held(one);
      LeaseRequest second = asked(other);
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
    Coordinator one = coordinator(server);
    Coordinator other = coordinator(server);
    LeaseRequest first = held(one);
    LeaseRequest second = asked(other);
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

  @Test
  void theProcessorTimeOfAKilledCoordinatorStillCounts() throws InterruptedException {
    try (CoordinatorProcess coordinator = new CoordinatorProcess()) {
      long firstNs = coordinator.cpuNs();
      assertTrue(firstNs > 0);
      coordinator.kill();
      long killedNs = coordinator.cpuNs();
      assertTrue(killedNs >= firstNs);
      assertEquals(killedNs, coordinator.cpuNs());
      coordinator.restart();
      assertTrue(coordinator.cpuNs() > killedNs);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void transactionsOfTwoDriversGoOnWhenTheCoordinatorsProcessIsKilledOrHangs(boolean hangs)
      throws Exception {
    try (CoordinatorProcess coordinator = new CoordinatorProcess()) {
      database.clear();
      fill(database);
      List<YardmasterDataSource> instances =
          List.of(dropIn(database, coordinator.address()), dropIn(database, coordinator.address()));
      AtomicLong committed = new AtomicLong();
      AtomicLong stop = new AtomicLong();
      AtomicLong longestNs = new AtomicLong();
      List<CompletableFuture<Void>> clients = new ArrayList<>();
      for (YardmasterDataSource instance : instances) {
        for (int i = 0; i < CLIENTS; i++) {
          int row = 1 + i % 2;
          clients.add(run(instance, row, committed, stop, longestNs));
        }
      }
      Supplier<String> state = () -> figures(instances) + " committed=" + committed;
      awaitLeases(instances, SOME, state);
      if (hangs) {
        String pid = Long.toString(coordinator.pid());
        assertEquals(0, new ProcessBuilder("kill", "-STOP", pid).start().waitFor());
      } else {
        coordinator.kill();
      }
      long atEnd = committed.get();
      await(() -> committed.get() > atEnd + 2 * SOME, state);
      // Beside busy clients, the process would need seconds to start, and the pauses between the
      // clients' connects would become as long.
      stop.set(HOLD);
      coordinator.restart();
      stop.set(GO_ON);
      List<DatabaseFigures> before = figures(instances);
      for (int i = 0; i < instances.size(); i++) {
        long leasedBefore = before.get(i).leased();
        YardmasterDataSource instance = instances.get(i);
        await(() -> instance.figures().orElseThrow().leased() > leasedBefore + SOME, state);
      }
      stop.set(STOP);
      for (CompletableFuture<Void> client : clients) {
        client.get(30, TimeUnit.SECONDS);
      }
      assertEquals(committed.get(), sum(database));
      long longestMs = TimeUnit.NANOSECONDS.toMillis(longestNs.get());
      assertTrue(longestMs < MAX_WAIT_MS + OVERLOAD_MS, () -> "longestMs=" + longestMs);
    }
  }

  private static void awaitLeases(
      List<YardmasterDataSource> instances, long least, Supplier<String> state) {
    await(() -> figures(instances).stream().allMatch(each -> each.leased() >= least), state);
  }

  @Test
  void transactionsOfTwoSchedulersAreOrdered() throws Exception {
    try (YardmasterServer server = server(0)) {
      database.clear();
      fill(database);
      try (JdbcScheduler one = scheduler(database, server);
          JdbcScheduler other = scheduler(database, server)) {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        while (server.leases().granted() == 0) {
          for (JdbcScheduler scheduler : List.of(one, other, one, other)) {
            all.add(
                scheduler.submit(
                    TransactionKeys.of().write("hot", 1), CoordinatedClients::incrementOne));
          }
          all.get(all.size() - 1).get(60, TimeUnit.SECONDS);
        }
        for (CompletableFuture<Void> each : all) {
          each.get(60, TimeUnit.SECONDS);
        }
        assertEquals(all.size(), sum(database));
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
