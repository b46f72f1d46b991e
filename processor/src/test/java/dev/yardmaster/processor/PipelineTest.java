package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionServiceContract;
import dev.yardmaster.api.YardmasterException;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the behavior of the embedded pipeline that goes beyond the contract of a service. */
@Timeout(60)
class PipelineTest {

  private static final Key KEY = Key.of("t", 1);

  /**
   * Occupies a slot with a scan: a scan needs the processor, while a read of a key is made on the
   * caller's thread.
   */
  private static Object holdSlot(
      Transaction transaction, CountDownLatch entered, CountDownLatch leave) {
    transaction.scan(KEY, null, 1);
    entered.countDown();
    try {
      assertTrue(leave.await(30, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return null;
  }

  @Test
  void aFullServiceAnswersOverloadedAndGoesOn() throws InterruptedException {
    PipelineConfig config = PipelineConfig.builder().concurrency(1).waitingTransactions(2).build();
    try (Pipeline pipeline = Pipeline.start(config)) {
      pipeline.register(TransactionServiceContract.ADD);
      // The limit is 1, but the test needs 2 transactions to reach it, because a transaction does
      // not count while its logic runs on the caller's thread.
      CountDownLatch entered = new CountDownLatch(2);
      CountDownLatch leave = new CountDownLatch(1);
      List<CompletableFuture<Object>> holders = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        holders.add(
            CompletableFuture.supplyAsync(
                () -> pipeline.execute(transaction -> holdSlot(transaction, entered, leave)),
                command -> new Thread(command).start()));
      }
      assertTrue(entered.await(30, TimeUnit.SECONDS));
      List<CompletableFuture<Outcome<Long>>> waiting = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        waiting.add(pipeline.submit(TransactionServiceContract.ADD, 1L).toCompletableFuture());
      }
      Outcome<Long> refused =
          pipeline.submit(TransactionServiceContract.ADD, 1L).toCompletableFuture().join();
      YardmasterException error = assertInstanceOf(Outcome.Rejected.class, refused).error();
      assertEquals(ErrorCode.OVERLOADED, error.code());
      assertEquals("2", error.details().get("limit"));
      Outcome<Object> refusedLambda =
          pipeline.execute(transaction -> transaction.getLong(KEY), TransactionOptions.defaults());
      assertEquals(
          ErrorCode.OVERLOADED,
          assertInstanceOf(Outcome.Rejected.class, refusedLambda).error().code());
      leave.countDown();
      holders.forEach(CompletableFuture::join);
      for (CompletableFuture<Outcome<Long>> outcome : waiting) {
        assertInstanceOf(Outcome.Committed.class, outcome.join());
      }
    }
  }

  @Test
  void whoThinksTakesNoRoomFromOthers() throws InterruptedException {
    PipelineConfig config = PipelineConfig.builder().concurrency(4).window(Window.fixed(1)).build();
    try (Pipeline pipeline = Pipeline.start(config)) {
      pipeline.register(TransactionServiceContract.ADD);
      CountDownLatch entered = new CountDownLatch(4);
      CountDownLatch leave = new CountDownLatch(1);
      List<CompletableFuture<Object>> thinking = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        thinking.add(
            CompletableFuture.supplyAsync(
                () -> pipeline.execute(transaction -> holdSlot(transaction, entered, leave)),
                command -> new Thread(command).start()));
      }
      assertTrue(entered.await(30, TimeUnit.SECONDS));
      for (long i = 1; i <= 20; i++) {
        assertEquals(
            i,
            pipeline
                .submit(TransactionServiceContract.ADD, 1L)
                .toCompletableFuture()
                .join()
                .valueOrThrow());
      }
      leave.countDown();
      thinking.forEach(CompletableFuture::join);
    }
  }

  @Test
  void lambdasReadKeysWithoutASlotAndRunAgainIfTheValuesAreStale() throws InterruptedException {
    PipelineConfig config = PipelineConfig.builder().concurrency(1).build();
    try (Pipeline pipeline = Pipeline.start(config)) {
      CountDownLatch entered = new CountDownLatch(20);
      CountDownLatch leave = new CountDownLatch(1);
      List<CompletableFuture<Long>> reading = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        Key key = Key.of("t", i);
        reading.add(
            CompletableFuture.supplyAsync(
                () -> pipeline.execute(transaction -> read(key, transaction, entered, leave)),
                command -> new Thread(command).start()));
      }
      assertTrue(entered.await(30, TimeUnit.SECONDS));
      pipeline.execute(
          transaction -> {
            transaction.putLong(Key.of("t", 5), 7);
            return null;
          });
      leave.countDown();
      for (int i = 0; i < 20; i++) {
        assertEquals(i == 5 ? 7 : 0, reading.get(i).join(), "key " + i);
      }
    }
  }

  private static long read(
      Key key, Transaction transaction, CountDownLatch entered, CountDownLatch leave) {
    long value = transaction.getLong(key);
    entered.countDown();
    try {
      assertTrue(leave.await(30, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return value;
  }

  @Test
  void whatWaitsForAdmissionTimesOut() throws InterruptedException {
    PipelineConfig config = PipelineConfig.builder().concurrency(1).build();
    try (Pipeline pipeline = Pipeline.start(config)) {
      pipeline.register(TransactionServiceContract.ADD);
      // The limit is 1, but the test needs 2 transactions to reach it, because a transaction does
      // not count while its logic runs on the caller's thread.
      CountDownLatch entered = new CountDownLatch(2);
      CountDownLatch leave = new CountDownLatch(1);
      List<CompletableFuture<Object>> holders = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        holders.add(
            CompletableFuture.supplyAsync(
                () -> pipeline.execute(transaction -> holdSlot(transaction, entered, leave)),
                command -> new Thread(command).start()));
      }
      assertTrue(entered.await(30, TimeUnit.SECONDS));
      TransactionOptions brief = TransactionOptions.defaults().withTimeout(Duration.ofMillis(20));
      Outcome<Long> procedure =
          pipeline
              .submit(TransactionServiceContract.ADD, 1L, brief)
              .toCompletableFuture()
              .orTimeout(30, TimeUnit.SECONDS)
              .join();
      assertEquals(AbortCause.TIMEOUT, assertInstanceOf(Outcome.Aborted.class, procedure).cause());
      Outcome<Object> lambda = pipeline.execute(transaction -> transaction.getLong(KEY), brief);
      assertEquals(AbortCause.TIMEOUT, assertInstanceOf(Outcome.Aborted.class, lambda).cause());
      leave.countDown();
      holders.forEach(CompletableFuture::join);
      assertEquals(0, pipeline.execute(TransactionServiceContract::checking));
    }
  }

  @Test
  void closingIsBoundedAndRefusesWhatIsStillHeld() throws InterruptedException {
    PipelineConfig config = PipelineConfig.builder().closeTimeoutNs(50_000_000).build();
    Pipeline pipeline = Pipeline.start(config);
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    CompletableFuture<Outcome<Object>> holder =
        CompletableFuture.supplyAsync(
            () ->
                pipeline.execute(
                    transaction -> holdSlot(transaction, entered, leave),
                    TransactionOptions.defaults()));
    assertTrue(entered.await(30, TimeUnit.SECONDS));
    pipeline.close();
    leave.countDown();
    Outcome<Object> outcome = holder.join();
    assertEquals(
        ErrorCode.CLOSED, assertInstanceOf(Outcome.Rejected.class, outcome).error().code());
  }

  @Test
  void closingLeavesNoThread() {
    for (ThreadLayout layout : ThreadLayout.values()) {
      Set<Thread> before = Thread.getAllStackTraces().keySet();
      Pipeline pipeline =
          Pipeline.start(
              PipelineConfig.builder()
                  .threads(layout)
                  .processors(2)
                  .storageWorkers(2)
                  .reorderWorkers(2)
                  .build());
      pipeline.execute(TransactionServiceContract::checking);
      pipeline.close();
      Set<Thread> left =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> !before.contains(thread))
              .filter(thread -> isOurs(thread.getName()))
              .collect(Collectors.toSet());
      assertEquals(Set.of(), left, layout.toString());
    }
  }

  private static boolean isOurs(String name) {
    return name.matches("(yardmaster|processor|storage|preparer|reorder|validator).*");
  }

  /** A procedure without keys. */
  private record Free(String name, Runnable logic) implements Procedure<Integer, Integer> {
    @Override
    public void declare(Integer argument, KeyDeclaration keys) {}

    @Override
    public Integer execute(Integer argument, Transaction transaction) {
      logic.run();
      return argument;
    }
  }

  private static <R> R join(CompletionStage<R> stage) {
    return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }

  /**
   * Submits a procedure, and runs a lambda while the procedure is in flight. Returns the thread
   * that ran the procedure.
   */
  private static Thread threadOfAProcedure(Pipeline pipeline) {
    AtomicReference<Thread> thread = new AtomicReference<>();
    Free procedure = new Free("which thread", () -> thread.set(Thread.currentThread()));
    pipeline.register(procedure);
    CompletionStage<Outcome<Integer>> stage = pipeline.submit(procedure, 1);
    pipeline.execute(
        transaction -> {
          transaction.putLong(KEY, 1);
          return null;
        });
    join(stage).valueOrThrow();
    return thread.get();
  }

  @Test
  void callersThatWaitForADecisionRunTheAgents() {
    PipelineConfig shared = PipelineConfig.builder().threads(ThreadLayout.SHARED).build();
    Thread last = null;
    while (last != Thread.currentThread()) {
      try (Pipeline pipeline = Pipeline.start(shared)) {
        last = threadOfAProcedure(pipeline);
      }
    }
  }

  @Test
  void callersThatWaitForTheDiskDoNotRunTheAgents(@TempDir Path directory) {
    PipelineConfig durable =
        PipelineConfig.builder()
            .threads(ThreadLayout.SHARED)
            .durability(Durability.in(directory))
            .build();
    for (int i = 0; i < 20; i++) {
      try (Pipeline pipeline = Pipeline.start(durable)) {
        assertEquals("yardmaster", threadOfAProcedure(pipeline).getName());
      }
    }
  }

  @Test
  void anInterruptLeftBehindByCallersCodeDoesNotStopTheService() {
    Thread test = Thread.currentThread();
    try (Pipeline pipeline = Pipeline.start(PipelineConfig.defaults())) {
      Free interrupting = new Free("interrupting", () -> Thread.currentThread().interrupt());
      pipeline.register(interrupting);
      for (int i = 0; i < 10; i++) {
        CompletionStage<Outcome<Integer>> stage = pipeline.submit(interrupting, i);
        CompletionStage<Void> chained =
            stage.thenAccept(
                outcome -> {
                  // If the stage is already complete, the chained callback runs on the test's own
                  // thread.
                  if (Thread.currentThread() != test) {
                    Thread.currentThread().interrupt();
                  }
                });
        assertEquals(i, join(stage).valueOrThrow());
        join(chained);
        assertEquals(0, pipeline.execute(TransactionServiceContract::checking));
      }
    }
  }

  @Test
  void aProceduresNameIsAskedForWhenItIsRegistered() {
    AtomicInteger calls = new AtomicInteger();
    Procedure<Integer, Integer> fickle =
        new Procedure<>() {
          @Override
          public String name() {
            if (calls.incrementAndGet() > 1) {
              throw new IllegalStateException("no longer");
            }
            return "fickle";
          }

          @Override
          public void declare(Integer argument, KeyDeclaration keys) {
            keys.read(KEY);
          }

          @Override
          public Integer execute(Integer argument, Transaction transaction) {
            return argument;
          }
        };
    try (Pipeline pipeline = Pipeline.start(PipelineConfig.defaults())) {
      pipeline.register(fickle);
      assertEquals((Object) 1, join(pipeline.submit("fickle", 1)).valueOrThrow());
    }
  }

  @Test
  void callersCodeOnAThreadOfTheServiceCannotWaitForIt() {
    try (Pipeline pipeline = Pipeline.start(PipelineConfig.defaults())) {
      AtomicReference<Outcome<Long>> inner = new AtomicReference<>();
      Free waiting =
          new Free(
              "waiting",
              () ->
                  inner.set(
                      pipeline.execute(
                          TransactionServiceContract::checking, TransactionOptions.defaults())));
      pipeline.register(waiting);
      assertEquals(1, join(pipeline.submit(waiting, 1)).valueOrThrow());
      assertEquals(
          ErrorCode.WRONG_THREAD,
          assertInstanceOf(Outcome.Rejected.class, inner.get()).error().code());
    }
  }

  @Test
  void closingFromACompletionReturnsAndEndsTheService() {
    Pipeline pipeline = Pipeline.start(PipelineConfig.defaults());
    Free closing = new Free("closing", pipeline::close);
    pipeline.register(closing);
    CompletionStage<Outcome<Integer>> stage = pipeline.submit(closing, 1);
    join(stage.thenAccept(outcome -> pipeline.close()));
    pipeline.close();
    assertEquals(
        ErrorCode.CLOSED,
        assertInstanceOf(Outcome.Rejected.class, join(pipeline.submit(closing, 2))).error().code());
  }

  @Test
  void closingIsBoundedWhenAProcedureDoesNotReturn() throws InterruptedException {
    PipelineConfig config = PipelineConfig.builder().closeTimeoutNs(50_000_000).build();
    Pipeline pipeline = Pipeline.start(config);
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    Free stuck =
        new Free(
            "stuck",
            () -> {
              entered.countDown();
              while (leave.getCount() > 0) {
                Thread.onSpinWait();
              }
            });
    pipeline.register(stuck);
    CompletionStage<Outcome<Integer>> held = pipeline.submit(stuck, 1);
    CompletionStage<Outcome<Integer>> waiting = pipeline.submit(stuck, 2);
    assertTrue(entered.await(30, TimeUnit.SECONDS));
    pipeline.close();
    for (CompletionStage<Outcome<Integer>> stage : List.of(held, waiting)) {
      assertEquals(
          ErrorCode.CLOSED, assertInstanceOf(Outcome.Rejected.class, join(stage)).error().code());
    }
    leave.countDown();
  }

  @Test
  void aLambdaThatMustRunAgainWhileTheServiceClosesIsLetEnd() {
    PipelineConfig config = PipelineConfig.builder().closeTimeoutNs(60_000_000_000L).build();
    Pipeline pipeline = Pipeline.start(config);
    pipeline.register(TransactionServiceContract.ADD);
    AtomicInteger runs = new AtomicInteger();
    AtomicReference<Thread> closer = new AtomicReference<>();
    Outcome<Object> outcome =
        pipeline.execute(
            transaction -> {
              long seen = TransactionServiceContract.checking(transaction);
              if (runs.incrementAndGet() == 1) {
                join(pipeline.submit(TransactionServiceContract.ADD, 5L));
                closer.set(new Thread(pipeline::close));
                closer.get().start();
                while (!(join(pipeline.submit(TransactionServiceContract.ADD, 0L))
                    instanceof Outcome.Rejected)) {
                  Thread.onSpinWait();
                }
              }
              transaction.putLong(KEY, seen);
              return null;
            },
            TransactionOptions.defaults());
    assertEquals(1, assertInstanceOf(Outcome.Committed.class, outcome).restarts());
    assertTimeoutPreemptively(Duration.ofSeconds(30), () -> closer.get().join());
  }

  @Test
  void anAgentThatFailsClosesTheServiceAndEverythingInFlightIsAnswered() {
    for (ThreadLayout layout : List.of(ThreadLayout.SHARED, ThreadLayout.DEDICATED)) {
      AtomicReference<String> failing = new AtomicReference<>();
      IllegalStateException planted = new IllegalStateException("planted");
      PipelineConfig config = PipelineConfig.builder().threads(layout).build();
      Pipeline pipeline =
          Pipeline.start(
              config,
              new PipelineParts() {
                @Override
                public NanoClock clock() {
                  return () -> {
                    String agent = failing.get();
                    if (Thread.currentThread().getName().equals(agent)) {
                      throw planted;
                    }
                    return System.nanoTime();
                  };
                }
              });
      pipeline.register(TransactionServiceContract.ADD);
      join(pipeline.submit(TransactionServiceContract.ADD, 1L)).valueOrThrow();
      failing.set(layout == ThreadLayout.SHARED ? "yardmaster" : "storage-0");
      List<CompletionStage<Outcome<Long>>> stages = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        stages.add(pipeline.submit(TransactionServiceContract.ADD, 1L));
      }
      for (CompletionStage<Outcome<Long>> stage : stages) {
        YardmasterException error =
            assertInstanceOf(Outcome.Rejected.class, join(stage), layout.toString()).error();
        assertEquals(ErrorCode.CLOSED, error.code());
      }
      Outcome<Long> lambda =
          pipeline.execute(TransactionServiceContract::checking, TransactionOptions.defaults());
      assertEquals(planted, assertInstanceOf(Outcome.Rejected.class, lambda).error().getCause());
      pipeline.close();
    }
  }

  /**
   * Transfers move an amount between accounts of several shards, while other transactions add up
   * all accounts. A wrong sum would show that a transaction has read only some of another
   * transaction's writes.
   */
  @Test
  void sumsOverAllShardsAreRightWhileMoneyMoves() {
    int accounts = 12;
    for (PipelineMode mode : PipelineMode.values()) {
      PipelineConfig config =
          PipelineConfig.builder()
              .mode(mode)
              .threads(ThreadLayout.DEDICATED)
              .processors(3)
              .storageWorkers(3)
              .preparers(2)
              .reorderWorkers(2)
              .committedVersions(1024)
              .build();
      try (Pipeline pipeline = Pipeline.start(config)) {
        Transfers transfers = new Transfers(accounts);
        Sum sum = new Sum(accounts);
        pipeline.register(transfers);
        pipeline.register(sum);
        Random random = new Random(11);
        List<CompletionStage<Outcome<Long>>> sums = new ArrayList<>();
        List<CompletionStage<Outcome<Long>>> moves = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
          if (i % 5 == 0) {
            sums.add(pipeline.submit(sum, 0L));
          } else {
            moves.add(pipeline.submit(transfers, random.nextLong(1L << 32)));
          }
        }
        for (CompletionStage<Outcome<Long>> stage : sums) {
          assertEquals(0L, join(stage).valueOrThrow(), mode.label());
        }
        moves.forEach(stage -> join(stage).valueOrThrow());
      }
    }
  }

  private record Transfers(int accounts) implements Procedure<Long, Long> {
    @Override
    public String name() {
      return "transfers";
    }

    private Key from(long argument) {
      return Key.of("account", argument % accounts);
    }

    private Key to(long argument) {
      return Key.of(
          "account", (argument % accounts + 1 + (argument >> 8) % (accounts - 1)) % accounts);
    }

    @Override
    public void declare(Long argument, KeyDeclaration keys) {
      keys.update(from(argument));
      keys.update(to(argument));
    }

    @Override
    public Long execute(Long argument, Transaction transaction) {
      transaction.putLong(from(argument), transaction.getLong(from(argument)) - 7);
      transaction.putLong(to(argument), transaction.getLong(to(argument)) + 7);
      return 7L;
    }
  }

  private record Sum(int accounts) implements Procedure<Long, Long> {
    @Override
    public String name() {
      return "sum";
    }

    @Override
    public void declare(Long argument, KeyDeclaration keys) {
      for (int i = 0; i < accounts; i++) {
        keys.read(Key.of("account", i));
      }
    }

    @Override
    public Long execute(Long argument, Transaction transaction) {
      long sum = 0;
      for (int i = 0; i < accounts; i++) {
        sum += transaction.getLong(Key.of("account", i));
      }
      return sum;
    }
  }

  @Test
  void settingsOutOfRangeNameThemselvesTheirValueAndTheLimit() {
    YardmasterException zero =
        assertThrows(
            YardmasterException.class, () -> PipelineConfig.builder().concurrency(0).build());
    assertEquals(ErrorCode.BAD_CONFIG, zero.code());
    assertEquals("BAD_CONFIG: concurrency is 1 to 100000 (concurrency=0)", zero.getMessage());
    assertThrows(YardmasterException.class, () -> PipelineConfig.builder().batchSize(4097).build());
    assertThrows(NullPointerException.class, () -> PipelineConfig.builder().mode(null).build());
    assertThrows(YardmasterException.class, () -> PipelineMode.of("fast"));
    assertEquals(PipelineMode.SRVC, PipelineMode.of("srvc"));
  }

  @Test
  void theSmallestSettingsWork() {
    PipelineConfig config =
        PipelineConfig.builder()
            .concurrency(1)
            .batchSize(1)
            .maxBatchAgeNs(0)
            .waitingTransactions(1)
            .committedVersions(1024)
            .maxKeysPerTransaction(1)
            .build();
    try (Pipeline pipeline = Pipeline.start(config)) {
      pipeline.register(TransactionServiceContract.ADD);
      for (long i = 1; i <= 100; i++) {
        Outcome<Long> outcome =
            pipeline.submit(TransactionServiceContract.ADD, 1L).toCompletableFuture().join();
        assertEquals(i, outcome.valueOrThrow());
      }
    }
  }

  @Test
  void oneShotsAreRunAgainAtTheFinalValidation() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    Key key = Key.of("hot", 1);
    OneShot add = OneShot.builder().requireAtLeast(key, 0).add(key, 1).build();
    try (Pipeline pipeline = Pipeline.start(PipelineConfig.defaults())) {
      pipeline.bindTo(registry);
      List<CompletableFuture<Outcome<OneShot.Result>>> outcomes = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        outcomes.add(pipeline.submit(add).toCompletableFuture());
      }
      outcomes.forEach(outcome -> outcome.join().valueOrThrow());
      double repaired =
          registry
              .get("yardmaster.procedure.repairs")
              .tag("procedure", OneShot.PROCEDURE.name())
              .tag("end", "done")
              .functionCounter()
              .count();
      assertTrue(repaired > 0, "500 adds to one key must cause a repair");
    }
  }

  @Test
  void countersAndMetersTellWhatHappened() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (Pipeline pipeline = Pipeline.start(PipelineConfig.defaults())) {
      pipeline.bindTo(registry);
      pipeline.register(TransactionServiceContract.ADD);
      PipelineCounters before = pipeline.counters();
      List<CompletableFuture<Outcome<Long>>> outcomes = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        outcomes.add(pipeline.submit(TransactionServiceContract.ADD, 1L).toCompletableFuture());
      }
      outcomes.forEach(CompletableFuture::join);
      PipelineCounters done = pipeline.counters().since(before);
      assertEquals(500, done.committed());
      assertEquals(done.restarts(), done.aborts());
      assertEquals(500 + done.restarts(), done.batchedRequests());
      assertTrue(done.victims() > 0, "500 updates of one key must cause a victim: " + done);
      assertTrue(done.edges() > 0, done.toString());

      assertEquals(500, registry.get("yardmaster.committed").functionCounter().count());
      assertEquals(
          done.abortedRuns().get(AbortCause.VICTIM),
          (long)
              registry.get("yardmaster.aborts").tag("cause", "victim").functionCounter().count());
      double batchSize = registry.get("yardmaster.batch.size").gauge().value();
      assertTrue(batchSize >= 1 && batchSize <= 40, "batch size " + batchSize);
      Set<String> names =
          registry.getMeters().stream()
              .map(Meter::getId)
              .map(Meter.Id::getName)
              .collect(Collectors.toSet());
      assertEquals(
          Set.of(
              "yardmaster.aborts",
              "yardmaster.batch.size",
              "yardmaster.batches",
              "yardmaster.batch.conflicts",
              "yardmaster.batches.closed",
              "yardmaster.committed",
              "yardmaster.data",
              "yardmaster.data.limit",
              "yardmaster.graph.batches",
              "yardmaster.graph.edges",
              "yardmaster.graph.proven",
              "yardmaster.graph.victims",
              "yardmaster.hot.key.lines",
              "yardmaster.hot.key.waiting",
              "yardmaster.hot.key.waits",
              "yardmaster.in.flight",
              "yardmaster.logic.failed",
              "yardmaster.overloaded",
              "yardmaster.procedure.repairs",
              "yardmaster.procedure.suspensions",
              "yardmaster.queue.depth",
              "yardmaster.ranges",
              "yardmaster.repair.time",
              "yardmaster.repairs",
              "yardmaster.repeated",
              "yardmaster.requests",
              "yardmaster.requests.missed",
              "yardmaster.reservations",
              "yardmaster.reservations.expired",
              "yardmaster.reservations.waits",
              "yardmaster.restarts",
              "yardmaster.scan.parts",
              "yardmaster.scan.writes",
              "yardmaster.snapshots.expired",
              "yardmaster.snapshots.kept",
              "yardmaster.snapshots.open",
              "yardmaster.stage.busy",
              "yardmaster.edge.density",
              "yardmaster.requests.rate",
              "yardmaster.tuning.batch.age",
              "yardmaster.tuning.batch.size",
              "yardmaster.tuning.changes",
              "yardmaster.tuning.on",
              "yardmaster.tuning.shifts",
              "yardmaster.tuning.solver",
              "yardmaster.tuning.trials",
              "yardmaster.watermark.lag",
              "yardmaster.window"),
          names);
    }
  }

  @Test
  void aScanThatIsRefusedForItsLimitLeavesRoomForASmallerOne() {
    try (Pipeline pipeline = Pipeline.start(PipelineConfig.defaults())) {
      YardmasterException refused =
          pipeline.execute(
              transaction -> {
                for (int i = 0; i < 9; i++) {
                  assertEquals(0, transaction.scan(Key.of("t", i), null, 10_000).size());
                }
                transaction.scan(Key.of("t", 9), null, 9_000);
                YardmasterException tooMany =
                    assertThrows(
                        YardmasterException.class,
                        () -> transaction.scan(Key.of("t", 10), null, 1_001));
                assertEquals(0, transaction.scan(Key.of("t", 10), null, 1_000).size());
                return tooMany;
              });
      assertEquals(ErrorCode.TOO_MANY_KEYS, refused.code());
    }
  }
}
