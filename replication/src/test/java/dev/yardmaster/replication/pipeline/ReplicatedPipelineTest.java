package dev.yardmaster.replication.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberRole;
import dev.yardmaster.replication.MemberSettings;
import dev.yardmaster.replication.SharedLog;
import dev.yardmaster.storage.VersionedStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReplicatedPipelineTest {

  private static final Key KEY = Key.of("t", 1);
  private static final int ACCOUNTS = 20;
  private static final long BALANCE = 1_000;

  private final SharedLog log = new SharedLog();
  private final Map<String, ReplicatedPipeline> machines = new LinkedHashMap<>();

  @BeforeEach
  void startThreeMachines() throws IOException {
    for (int i = 1; i <= 3; i++) {
      start("n" + i);
    }
  }

  /** Returns the kind of storage of the machines. */
  Storage storage() {
    return Storage.MEMORY;
  }

  private ReplicatedPipeline start(String name) throws IOException {
    Member self = new Member(name, "127.0.0.1", 7000);
    ReplicatedPipeline machine =
        ReplicatedPipeline.start(
            PipelineConfig.builder().concurrency(32).storage(storage()).build(),
            log,
            new MemberSettings(
                self,
                List.of(self),
                Path.of("unused"),
                Duration.ofSeconds(1),
                MemberSettings.MAX_ENTRY_BYTES),
            given -> new DiskParts(given, 4_000),
            new ReplicatedPipeline.ThreadPipelines(List.of(), TermListener.NONE));
    machines.put(name, machine);
    return machine;
  }

  @AfterEach
  void closeMachines() {
    machines.values().forEach(ReplicatedPipeline::close);
    log.close();
  }

  private Pipeline elect(String name, int survivors) throws Exception {
    log.elect(name, survivors);
    log.settle(name);
    return pipelineOf(name);
  }

  private Pipeline pipelineOf(String name) {
    assertEquals(MemberRole.LEADER, machines.get(name).status().role());
    return machines.get(name).pipeline().orElseThrow();
  }

  private static long put(Pipeline pipeline, long value) {
    return pipeline.execute(
        transaction -> {
          transaction.putLong(KEY, value);
          return value;
        });
  }

  private static long read(Pipeline pipeline) {
    return pipeline.execute(transaction -> transaction.getLong(KEY));
  }

  @Test
  void onlyTheLeaderHasAPipelineAndTheNextOneHasItsCommits() throws Exception {
    Pipeline first = elect("n1", 0);
    assertTrue(machines.get("n2").pipeline().isEmpty());
    put(first, 5);
    assertEquals(5, read(first));

    Pipeline second = elect("n2", 0);

    log.settle("n1");
    assertTrue(machines.get("n1").pipeline().isEmpty());
    assertEquals(5, read(second));
    put(second, 6);
    assertEquals(6, read(elect("n1", 0)));
  }

  @Test
  void aLostGroupIsUnknownToItsCallerAndGone() throws Exception {
    Outcome<Long> outcome = commitWhileHeld(0);

    assertInstanceOf(Outcome.Unknown.class, outcome);
    assertEquals(5, read(pipelineOf("n2")));
  }

  @Test
  void aGroupThatSurvivesItsLeaderIsUnknownToItsCallerAndCommitted() throws Exception {
    Outcome<Long> outcome = commitWhileHeld(1);

    assertInstanceOf(Outcome.Unknown.class, outcome);
    assertEquals(7, read(pipelineOf("n2")));
    assertEquals(7, read(elect("n1", 0)));
  }

  /**
   * Commits 5, and then tries to commit 7. Another leader is elected before the group with 7 is
   * committed.
   */
  private Outcome<Long> commitWhileHeld(int survivors) throws Exception {
    Pipeline first = elect("n1", 0);
    put(first, 5);
    log.hold();
    CompletableFuture<Outcome<Long>> committing =
        CompletableFuture.supplyAsync(
            () ->
                first.execute(
                    transaction -> {
                      transaction.putLong(KEY, 7);
                      return 7L;
                    },
                    TransactionOptions.defaults()));
    awaitPending(1);
    elect("n2", survivors);
    return committing.get(30, TimeUnit.SECONDS);
  }

  private void awaitPending(int groups) {
    while (log.pending() < groups) {
      LockSupport.parkNanos(100_000);
    }
  }

  @Test
  void aTransactionWithAnIdThatIsSentAgainCommitsOnce() throws Exception {
    for (int survivors = 0; survivors <= 1; survivors++) {
      TransactionId id = new TransactionId(System.currentTimeMillis(), survivors, 42);
      TransactionOptions options = TransactionOptions.defaults().withId(id);
      Pipeline first = elect("n1", 0);
      put(first, 5);
      log.hold();
      CompletableFuture<Outcome<Long>> committing =
          CompletableFuture.supplyAsync(() -> add(first, 2, options));
      awaitPending(1);
      Pipeline second = elect("n2", survivors);

      assertInstanceOf(Outcome.Unknown.class, committing.get(30, TimeUnit.SECONDS));
      Outcome<Long> resent = add(second, 2, options);
      assertInstanceOf(Outcome.Committed.class, resent, resent.toString());
      assertEquals(7, read(second), "once, with survivors=" + survivors);
    }
  }

  private static Outcome<Long> add(Pipeline pipeline, long amount, TransactionOptions options) {
    return pipeline.execute(
        transaction -> {
          long sum = transaction.getLong(KEY) + amount;
          transaction.putLong(KEY, sum);
          return sum;
        },
        options);
  }

  @Test
  void aLeaderWhoseGroupIsRefusedStepsDown() throws Exception {
    Pipeline first = elect("n1", 0);
    put(first, 5);
    log.refuseNext();

    assertInstanceOf(Outcome.Unknown.class, add(first, 2, TransactionOptions.defaults()));

    while (machines.get("n2").pipeline().isEmpty()) {
      assertEquals(0, log.pending());
      LockSupport.parkNanos(100_000);
    }
    assertEquals(5, read(machines.get("n2").pipeline().orElseThrow()));
  }

  @Test
  void aLeaderWhosePipelineIsClosedStepsDown() throws Exception {
    Pipeline first = elect("n1", 0);
    put(first, 5);

    first.close();

    while (machines.get("n2").pipeline().isEmpty()) {
      LockSupport.parkNanos(100_000);
    }
    assertEquals(5, read(machines.get("n2").pipeline().orElseThrow()));
  }

  @Test
  void settingsThatCannotWorkAreRefused() {
    Member self = new Member("n4", "127.0.0.1", 7000);
    MemberSettings shortEntries =
        new MemberSettings(self, List.of(self), Path.of("unused"), Duration.ofSeconds(1), 1 << 20);
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    ReplicatedPipeline.start(
                        PipelineConfig.defaults(), log, shortEntries, List.of()))
            .getMessage();
    assertTrue(message.contains("1048576"), message);
    PipelineConfig durable =
        PipelineConfig.builder().durability(Durability.in(Path.of("data"))).build();
    assertThrows(
        IllegalArgumentException.class,
        () -> ReplicatedPipeline.start(durable, log, shortEntries, List.of()));
  }

  @Test
  void aLeaderThatLeadsAgainInItsTermStepsDown() throws Exception {
    Pipeline first = elect("n1", 0);
    put(first, 5);
    log.hold();
    CompletableFuture<Outcome<Long>> adding =
        CompletableFuture.supplyAsync(() -> add(first, 2, TransactionOptions.defaults()));
    awaitPending(1);

    log.interrupt();

    assertInstanceOf(Outcome.Unknown.class, adding.get(30, TimeUnit.SECONDS));
    while (machines.get("n2").pipeline().isEmpty()) {
      LockSupport.parkNanos(100_000);
    }
    assertEquals(7, read(machines.get("n2").pipeline().orElseThrow()));
    assertTrue(machines.get("n1").pipeline().isEmpty());
  }

  @Test
  void aLeaderThatDoesNotKnowOfItsSuccessorAnswersNoRead() throws Exception {
    Pipeline first = elect("n1", 0);
    put(first, 5);
    Runnable resume = log.pause("n1");
    Pipeline second = elect("n2", 0);
    put(second, 6);

    CompletableFuture<Outcome<Long>> reading =
        CompletableFuture.supplyAsync(
            () ->
                first.execute(
                    transaction -> transaction.getLong(KEY), TransactionOptions.defaults()));
    CompletableFuture<?> snapshot = CompletableFuture.supplyAsync(first::readOnly);

    while (log.unconfirmed("n1") < 2) {
      LockSupport.parkNanos(100_000);
    }
    assertEquals(6, read(second));
    assertFalse(reading.isDone());
    assertFalse(snapshot.isDone());
    resume.run();
    Outcome<Long> outcome = reading.get(30, TimeUnit.SECONDS);
    assertFalse(outcome instanceof Outcome.Committed, outcome.toString());
    assertTrue(snapshot.handle((opened, failure) -> failure != null).get(30, TimeUnit.SECONDS));
  }

  /**
   * Clients transfer money while leaders are lost at random, with random tails of their log. At the
   * end, all replicas must have the same data, and no money may be lost or created.
   */
  @Test
  void replicasAgreeAfterManyLeaders() throws Exception {
    SplittableRandom random = new SplittableRandom(7);
    Pipeline first = elect("n1", 0);
    for (int account = 0; account < ACCOUNTS; account++) {
      Key key = Key.of("account", account);
      first.execute(
          transaction -> {
            transaction.putLong(key, BALANCE);
            return null;
          });
    }
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService clients = Executors.newFixedThreadPool(4);
    AtomicInteger transfers = new AtomicInteger();
    List<Future<?>> ended = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      SplittableRandom own = random.split();
      ended.add(clients.submit(() -> transferUntil(over, own, transfers)));
    }
    for (int terms = 0; terms < 40; terms++) {
      int before = transfers.get();
      while (transfers.get() < before + 5) {
        assertEquals(0, log.pending());
        LockSupport.parkNanos(100_000);
      }
      if (random.nextBoolean()) {
        log.hold();
        awaitPending(1);
      }
      log.elect("n" + (1 + random.nextInt(3)), random.nextInt(1 + log.pending()));
    }
    over.set(true);
    for (Future<?> client : ended) {
      client.get(60, TimeUnit.SECONDS);
    }
    clients.shutdown();

    List<Map<String, String>> data = new ArrayList<>();
    for (String name : machines.keySet()) {
      log.settle(name);
      machines.get(name).close();
      data.add(dataOf(machines.get(name)));
    }
    assertEquals(data.get(0), data.get(1));
    assertEquals(data.get(0), data.get(2));
    long sum =
        data.get(0).entrySet().stream()
            .filter(entry -> entry.getKey().startsWith("account"))
            .mapToLong(entry -> Long.parseLong(entry.getValue()))
            .sum();
    assertEquals(ACCOUNTS * BALANCE, sum);
  }

  private static Map<String, String> dataOf(ReplicatedPipeline machine) {
    Map<String, String> data = new TreeMap<>();
    for (VersionedStore store : machine.replica().stores()) {
      store.scan(
          null,
          null,
          entry -> {
            String value = Long.toString(ByteBuffer.wrap(entry.value()).getLong());
            data.put(entry.key().toString(), value);
            return true;
          });
    }
    return data;
  }

  private void transferUntil(AtomicBoolean over, SplittableRandom random, AtomicInteger transfers) {
    while (!over.get()) {
      Key from = Key.of("account", random.nextInt(ACCOUNTS));
      Key to = Key.of("account", random.nextInt(ACCOUNTS));
      for (ReplicatedPipeline machine : machines.values()) {
        Optional<Pipeline> leading = machine.pipeline();
        if (leading.isPresent()) {
          Outcome<Object> outcome =
              leading
                  .get()
                  .execute(
                      transaction -> {
                        long left = transaction.getLong(from);
                        transaction.putLong(from, left - 1);
                        transaction.putLong(to, transaction.getLong(to) + 1);
                        return null;
                      },
                      TransactionOptions.defaults());
          if (outcome instanceof Outcome.Committed) {
            transfers.incrementAndGet();
          }
        }
      }
    }
  }
}
