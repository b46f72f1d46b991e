package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.RetryPolicy;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.engine.service.PartitionFigures;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.live.LiveJson;
import dev.yardmaster.server.live.LiveSnapshot;
import dev.yardmaster.service.ServiceCounters;
import dev.yardmaster.storage.log.backup.Backup;
import dev.yardmaster.storage.log.backup.BackupDirectory;
import dev.yardmaster.wire.schema.Response;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests servers whose transactions run on the in-process engine. */
@Timeout(60)
class EngineServerTest {

  private static final TransactionOptions DEFAULTS = TransactionOptions.defaults();
  private static final Key KEY = Key.of("accounts", 1);

  @TempDir private Path folder;

  private static ServerConfig.Builder config(String engine) {
    return ServerConfig.builder()
        .set("engine", engine)
        .set("listen", "127.0.0.1:0")
        .set("admin.listen", "none");
  }

  private static YardmasterServer start(ServerConfig.Builder config, Procedure<?, ?>... known) {
    return YardmasterServer.start(config.build(), List.of(known));
  }

  private YardmasterServer onDisk(String engine, Path data) {
    return start(config(engine).set("data", data.toString()));
  }

  private static YardmasterClient connect(YardmasterServer server) {
    return YardmasterClient.connect(
        ClientConfig.builder().address("127.0.0.1:" + server.address().getPort()).build());
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }

  private static ErrorCode codeOf(Outcome<?> outcome) {
    return outcome.error().code();
  }

  private static long add(YardmasterClient client, long amount, TransactionOptions options) {
    return client
        .execute(
            transaction -> {
              long sum = transaction.getLong(KEY) + amount;
              transaction.putLong(KEY, sum);
              return sum;
            },
            options)
        .valueOrThrow();
  }

  private static long value(YardmasterClient client) {
    return client.call(OneShot.builder().read(KEY).build()).getLong(KEY);
  }

  /** A procedure that blocks its worker until the test lets it go. */
  private static final class Blocking implements Procedure<Long, Long> {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @Override
    public String name() {
      return "blocking";
    }

    @Override
    public void declare(Long argument, KeyDeclaration keys) {}

    @Override
    public Long execute(Long argument, Transaction transaction) {
      entered.countDown();
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return argument;
    }
  }

  private static List<String> engineThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("yardmaster-engine"))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plor", "silo", "wound-wait", "multi-version"})
  void aServerStartsAndStops(String engine) {
    try (YardmasterServer server = start(config(engine));
        YardmasterClient client = connect(server)) {
      assertEquals(5, add(client, 5, DEFAULTS));
      assertEquals(5, value(client));
      assertEquals("engine", server.backEnd().name());
      assertTrue(server.failure().isEmpty());
      assertThrows(IllegalStateException.class, server::pipeline);
      assertFalse(engineThreads().isEmpty());
    }
    Await.until(() -> engineThreads().isEmpty(), () -> "threads: " + engineThreads());
  }

  @ParameterizedTest
  @ValueSource(strings = {"plor", "silo"})
  void aDrainWaitsForTransactionsInFlight(String engine) throws InterruptedException {
    Blocking blocking = new Blocking();
    try (YardmasterServer server = start(config(engine), blocking);
        YardmasterClient client = connect(server)) {
      client.register(blocking);
      CompletionStage<Outcome<Long>> call = client.submit(blocking, 7L, DEFAULTS);
      blocking.entered.await();
      Thread drain = new Thread(server::drain);
      drain.start();
      blocking.released.countDown();
      assertEquals(7L, await(call).valueOrThrow());
      drain.join();
      assertEquals(0, server.backEnd().load().inFlight());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plor", "silo"})
  void closingEndsATransactionWhoseClientIsSilent(String engine) throws IOException {
    YardmasterServer server = start(config(engine).set("timeouts.drain", "0"));
    try (RawClient silent = RawClient.greeted(server.address())) {
      assertTrue(silent.ask(RawRequests.stepRead(1, 9, 1)).hasValues());
      server.close();
      assertTrue(silent.ends());
    } finally {
      server.close();
    }
    Await.until(() -> engineThreads().isEmpty(), () -> "threads: " + engineThreads());
  }

  @ParameterizedTest
  @CsvSource({"plor,idle", "plor,reset", "silo,idle", "silo,reset"})
  void aVanishedClientLeavesNoLocksAndNoPermits(String engine, String how) throws IOException {
    try (YardmasterServer server = start(config(engine).set("limits.maxOpenInteractive", "2"));
        YardmasterClient client = connect(server)) {
      RawClient vanishing = RawClient.greeted(server.address());
      for (int i = 1; i <= 2; i++) {
        assertTrue(vanishing.ask(RawRequests.stepRead(i, i, 1)).hasValues());
      }
      assertEquals(2, server.backEnd().load().inFlight());
      if (how.equals("reset")) {
        // A step is in progress when the connection is lost.
        vanishing.send(RawRequests.stepRead(3, 1, 2));
        vanishing.reset();
      } else {
        vanishing.leave();
      }
      Await.until(
          () -> server.backEnd().load().inFlight() == 0, () -> "" + server.backEnd().load());
      assertEquals(3, add(client, 3, DEFAULTS));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plor", "silo"})
  void tooManyOpenTransactionsAreRefused(String engine) throws IOException {
    try (YardmasterServer server = start(config(engine).set("limits.maxOpenInteractive", "1"));
        RawClient client = RawClient.greeted(server.address())) {
      assertTrue(client.ask(RawRequests.stepRead(1, 1, 1)).hasValues());
      Response refused = client.ask(RawRequests.stepRead(2, 2, 2));
      assertEquals("OVERLOADED", refused.getRejected().getCode(), refused::toString);
      assertTrue(client.ask(RawRequests.stepCommit(3, 1, 1, new byte[8])).hasCommitted());
      assertTrue(client.ask(RawRequests.stepRead(4, 4, 1)).hasValues());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plor", "silo"})
  void aFullQueueRefusesCalls(String engine) throws InterruptedException {
    Blocking blocking = new Blocking();
    ServerConfig.Builder config =
        config(engine).set("workers", "1").set("pipeline.waitingTransactions", "2");
    try (YardmasterServer server = start(config, blocking);
        YardmasterClient client =
            YardmasterClient.connect(
                ClientConfig.builder()
                    .address("127.0.0.1:" + server.address().getPort())
                    .retries(RetryPolicy.never())
                    .build())) {
      client.register(blocking);
      List<CompletableFuture<Outcome<Long>>> calls = new ArrayList<>();
      calls.add(client.submit(blocking, 0L, DEFAULTS).toCompletableFuture());
      blocking.entered.await();
      for (long i = 1; i <= 5; i++) {
        calls.add(client.submit(blocking, i, DEFAULTS).toCompletableFuture());
      }
      Await.until(
          () -> calls.stream().filter(CompletableFuture::isDone).count() == 3,
          () -> calls.toString());
      blocking.released.countDown();
      int committed = 0;
      for (CompletableFuture<Outcome<Long>> call : calls) {
        Outcome<Long> outcome = await(call);
        if (outcome instanceof Outcome.Committed) {
          committed++;
        } else {
          assertEquals(ErrorCode.OVERLOADED, codeOf(outcome));
        }
      }
      assertEquals(3, committed);
      assertEquals(3, server.backEnd().load().overloaded());
    }
  }

  @ParameterizedTest
  @CsvSource({"plor,plor", "silo,silo", "plor,pipeline", "pipeline,plor", "pipeline,silo"})
  void commitsAndOutcomesSurviveARestart(String before, String after) {
    Path data = folder.resolve("data");
    TransactionId id = TransactionIds.ofThisMachine().next();
    try (YardmasterServer server = onDisk(before, data);
        YardmasterClient client = connect(server)) {
      assertEquals(5, add(client, 5, DEFAULTS.withId(id)));
      client.execute(
          transaction -> {
            transaction.put(Key.of("names", "anna"), new byte[] {1, 2});
            transaction.put(Key.of("names", "berta"), new byte[] {3});
            return null;
          },
          DEFAULTS);
      client.execute(
          transaction -> {
            transaction.delete(Key.of("names", "berta"));
            return null;
          },
          DEFAULTS);
    }
    for (int i = 0; i < 2; i++) {
      try (YardmasterServer server = onDisk(i == 0 ? after : before, data);
          YardmasterClient client = connect(server)) {
        assertEquals(5 + 2L * i, value(client));
        assertEquals(5, add(client, 5, DEFAULTS.withId(id)), "the first outcome is kept");
        assertEquals(5L, await(client.status(id)).valueOrThrow().outcome().valueOrThrow());
        Outcome<byte[]> name =
            client.execute(
                transaction -> {
                  assertFalse(transaction.contains(Key.of("names", "berta")));
                  return transaction.get(Key.of("names", "anna"));
                },
                DEFAULTS);
        assertArrayEquals(new byte[] {1, 2}, name.valueOrThrow());
        assertEquals(7 + 2L * i, add(client, 2, DEFAULTS));
      }
    }
  }

  @Test
  void aDirectoryIsUsedByOneServer() {
    Path data = folder.resolve("data");
    try (YardmasterServer server = onDisk("plor", data)) {
      for (String engine : List.of("plor", "pipeline")) {
        YardmasterException refused =
            assertThrows(YardmasterException.class, () -> onDisk(engine, data));
        assertEquals(ErrorCode.DIRECTORY_IN_USE, refused.code());
      }
      assertTrue(server.failure().isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plor", "silo"})
  void anEngineOpensOnABackup(String engine) throws IOException {
    Path to = folder.resolve("backup");
    try (YardmasterServer server = onDisk(engine, folder.resolve("data"));
        YardmasterClient client = connect(server)) {
      for (int i = 0; i < 100; i++) {
        var unused = add(client, 1, DEFAULTS);
      }
      try (Backup backup = server.backEnd().backup();
          BackupDirectory target = BackupDirectory.begin(to)) {
        var unused = add(client, 1, DEFAULTS);
        backup.send(target);
        var unusedPath = target.complete();
      }
    }
    try (YardmasterServer server = onDisk(engine, to);
        YardmasterClient client = connect(server)) {
      assertTrue(value(client) >= 100, () -> "value: " + value(client));
    }
    try (YardmasterServer server = start(config(engine))) {
      YardmasterException refused =
          assertThrows(YardmasterException.class, server.backEnd()::backup);
      assertEquals(ErrorCode.BAD_CONFIG, refused.code());
    }
  }

  @Test
  void theFiguresAreThoseOfTheEngine() throws IOException, InterruptedException {
    ServerConfig.Builder config =
        config("silo").set("admin.listen", "127.0.0.1:0").set("data", folder.toString());
    try (YardmasterServer server = start(config);
        YardmasterClient client = connect(server);
        RawClient raw = RawClient.greeted(server.address())) {
      assertTrue(raw.ask(RawRequests.stepRead(1, 1, 1)).hasValues());
      assertEquals(1, server.backEnd().load().inFlight());
      assertEquals(5, add(client, 5, DEFAULTS));
      assertTrue(raw.ask(RawRequests.stepCommit(2, 1, 1, new byte[8])).hasRestart());
      Outcome<Object> aborted =
          client.execute(
              transaction -> {
                throw transaction.abort("no");
              },
              DEFAULTS);
      assertEquals(AbortCause.USER, assertInstanceOf(Outcome.Aborted.class, aborted).cause());
      raw.leave();
      Await.until(
          () -> server.backEnd().load().inFlight() == 0, () -> "" + server.backEnd().load());
      Await.until(
          () -> !server.backEnd().conflicts().hotKeys().isEmpty(),
          () -> "" + server.backEnd().conflicts());
      ServiceCounters counters = server.backEnd().counters();
      assertEquals(1, counters.committed());
      assertEquals(1, counters.restarts());
      assertEquals(1, counters.abortedRuns().get(AbortCause.VALIDATION));
      assertEquals(1, counters.abortedRuns().get(AbortCause.USER));
      assertEquals(0, counters.repaired());
      assertEquals(1, counters.logged());
      assertTrue(counters.loggedBytes() > 0 && counters.forces() > 0, counters::toString);
      String metrics = get(server, "/metrics");
      assertTrue(metrics.contains("yardmaster_committed_total{stage=\"engine\"} 1.0"), metrics);
      assertTrue(metrics.contains("yardmaster_log_transactions_total 1.0"), metrics);
      assertTrue(server.backEnd().dataBytes() > 0);
      String data = "yardmaster_data_bytes " + (double) server.backEnd().dataBytes();
      assertTrue(metrics.contains(data), metrics);
      assertTrue(metrics.contains("yardmaster_data_limit_bytes "), metrics);
      assertTrue(metrics.contains("yardmaster_queue_depth{stage=\"procedures\"} 0.0"), metrics);
    }
  }

  @Test
  void showsTheProtocolsOfPartitions() throws IOException, InterruptedException {
    ServerConfig.Builder config =
        config("cormcc")
            .set("admin.listen", "127.0.0.1:0")
            .set("partitions", "8")
            .set("partitionBy", "prefix:/");
    try (YardmasterServer server = start(config);
        YardmasterClient client = connect(server)) {
      assertEquals(1, add(client, 1, DEFAULTS));
      PartitionFigures figures = server.backEnd().partitions();
      assertEquals(
          List.of("partcc", "no-wait", "silo"),
          figures.protocols().stream().map(PartitionFigures.OfProtocol::protocol).toList());
      assertEquals(
          8, figures.protocols().stream().mapToInt(PartitionFigures.OfProtocol::count).sum());
      String metrics = get(server, "/metrics");
      for (PartitionFigures.OfProtocol of : figures.protocols()) {
        String labels = "{protocol=\"" + of.protocol() + "\"} ";
        boolean isFirst = of.protocol().equals("silo");
        assertTrue(metrics.contains("yardmaster_partitions" + labels), metrics);
        assertTrue(
            metrics.contains(
                "yardmaster_protocol_committed_total" + labels + (isFirst ? 1.0 : 0.0)),
            metrics);
        assertTrue(metrics.contains("yardmaster_protocol_aborted_total" + labels + "0.0"), metrics);
      }
      assertTrue(metrics.contains("yardmaster_partition_switches_total "), metrics);
      Await.until(
          () ->
              live(server).partitions() != null
                  && live(server).partitions().count() == 8
                  && live(server).partitions().protocols().get(2).committed() == 1,
          () -> "" + live(server));
    }
  }

  private static LiveSnapshot live(YardmasterServer server) {
    try {
      return LiveJson.snapshot(get(server, "/api/live").getBytes(StandardCharsets.UTF_8));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static String get(YardmasterServer server, String path)
      throws IOException, InterruptedException {
    int port = server.adminAddress().orElseThrow().getPort();
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                    .timeout(Duration.ofSeconds(20))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertEquals(200, response.statusCode(), response::body);
    return response.body();
  }
}
