package dev.yardmaster.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.RetryPolicy;
import dev.yardmaster.client.YardmasterClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kills a durable server while it commits, and restarts it on the same directory and port. Every
 * acknowledged commit must be present, and a client must be able to resolve every unknown outcome
 * by its id.
 */
@Timeout(240)
class KilledServerTest {

  private static final int KILLS = Integer.getInteger("tests.effort", 1) == 1 ? 1 : 2;
  private static final int OUTSTANDING = 100;
  private static final int ENOUGH = 200;
  private static final int COUNTERS = 8;
  private static final TransactionOptions PATIENT =
      TransactionOptions.defaults().withTimeout(Duration.ofMinutes(2));

  @TempDir private Path folder;
  private final TransactionIds ids = TransactionIds.ofThisMachine();
  private Process process;
  private int port;

  private void start(String engine) throws IOException {
    process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    ServeMain.class.getName(),
                    "--listen",
                    "127.0.0.1:" + port,
                    "--admin",
                    "none",
                    "--engine",
                    engine,
                    "--set",
                    "log.level=error",
                    "--data",
                    folder.resolve("data").toString()))
            .redirectErrorStream(true)
            .start();
    BufferedReader output = process.inputReader();
    String line;
    do {
      line = output.readLine();
      assertNotNull(line, "the server did not start");
      if (line.startsWith("listening at ")) {
        port = Integer.parseInt(line.replaceAll(".*:(\\d+) .*", "$1"));
      }
    } while (!line.equals("ready"));
  }

  private void kill() throws InterruptedException {
    process.destroyForcibly();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it dies");
  }

  private ClientConfig.Builder client() {
    return ClientConfig.builder().address("127.0.0.1:" + port);
  }

  private static OneShot count(int number) {
    return OneShot.builder().add(Key.of("counts", number % COUNTERS), 1).build();
  }

  /**
   * Submits {@code count} transactions, each with its own id, and returns their outstanding
   * outcomes.
   */
  private Map<TransactionId, CompletableFuture<Outcome<OneShot.Result>>> load(
      YardmasterClient client, int count, AtomicInteger committed) {
    Map<TransactionId, CompletableFuture<Outcome<OneShot.Result>>> outcomes = new LinkedHashMap<>();
    AtomicInteger outstanding = new AtomicInteger();
    for (int i = 0; i < count; i++) {
      while (outstanding.get() >= OUTSTANDING) {
        LockSupport.parkNanos(100_000);
      }
      outstanding.incrementAndGet();
      TransactionId id = ids.next();
      outcomes.put(
          id,
          client
              .submit(count(i), PATIENT.withId(id))
              .toCompletableFuture()
              .whenComplete(
                  (outcome, thrown) -> {
                    outstanding.decrementAndGet();
                    if (outcome instanceof Outcome.Committed) {
                      committed.incrementAndGet();
                    }
                  }));
    }
    return outcomes;
  }

  private long counted(YardmasterClient client) {
    OneShot.Builder reads = OneShot.builder();
    for (int i = 0; i < COUNTERS; i++) {
      reads.read(Key.of("counts", i));
    }
    OneShot.Result values =
        client.submit(reads.build(), PATIENT).toCompletableFuture().join().valueOrThrow();
    long sum = 0;
    for (int i = 0; i < COUNTERS; i++) {
      sum += values.getLong(Key.of("counts", i));
    }
    return sum;
  }

  private static void awaitCommitted(AtomicInteger committed, int count) {
    long beganNs = System.nanoTime();
    while (committed.get() < count) {
      assertTrue(
          System.nanoTime() - beganNs < TimeUnit.SECONDS.toNanos(60),
          "no transaction committed within 60 s");
      LockSupport.parkNanos(100_000);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pipeline", "plor"})
  void aClientThatTriesAgainHasEveryTransactionJustOnce(String engine) throws Exception {
    start(engine);
    try (YardmasterClient client =
        YardmasterClient.connect(
            client().retries(RetryPolicy.defaults().withMaxAttempts(10_000)).build())) {
      int submitted = 0;
      for (int i = 0; i < KILLS; i++) {
        AtomicInteger committed = new AtomicInteger();
        int count = 3 * ENOUGH;
        var loading = CompletableFuture.supplyAsync(() -> load(client, count, committed));
        awaitCommitted(committed, ENOUGH);
        kill();
        start(engine);
        for (var outcome : loading.get(120, TimeUnit.SECONDS).values()) {
          assertInstanceOf(
              Outcome.Committed.class, outcome.get(120, TimeUnit.SECONDS), "after a kill");
        }
        submitted += count;
        assertEquals(submitted, counted(client), "lost or twice");
      }
    } finally {
      kill();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pipeline", "plor"})
  void whatIsUnknownIsToldByItsStatusAfterTheReconnect(String engine) throws Exception {
    start(engine);
    try (YardmasterClient client =
        YardmasterClient.connect(client().retries(RetryPolicy.never()).build())) {
      AtomicInteger committed = new AtomicInteger();
      var loading = CompletableFuture.supplyAsync(() -> load(client, 3 * ENOUGH, committed));
      awaitCommitted(committed, ENOUGH);
      kill();
      var outcomes = loading.get(120, TimeUnit.SECONDS);
      start(engine);
      int tookPlace = 0;
      int unknown = 0;
      try (YardmasterClient after = YardmasterClient.connect(client().build())) {
        for (var entry : outcomes.entrySet()) {
          Outcome<OneShot.Result> outcome = entry.getValue().get(60, TimeUnit.SECONDS);
          if (outcome instanceof Outcome.Committed) {
            tookPlace++;
          } else if (outcome instanceof Outcome.Unknown) {
            unknown++;
            Outcome<?> first =
                after
                    .status(entry.getKey())
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS)
                    .valueOrThrow()
                    .outcome();
            if (first instanceof Outcome.Committed) {
              tookPlace++;
            } else {
              assertEquals(ErrorCode.ID_ABORTED, first.error().code());
            }
          } else {
            assertInstanceOf(Outcome.Rejected.class, outcome);
          }
        }
        assertTrue(unknown > 0, "no transaction was in flight when the server was killed");
        assertEquals(tookPlace, counted(after), "lost or twice");
      }
    } finally {
      kill();
    }
  }
}
