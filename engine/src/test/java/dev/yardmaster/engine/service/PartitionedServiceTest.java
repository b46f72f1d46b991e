package dev.yardmaster.engine.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.mixed.Mixed;
import dev.yardmaster.engine.table.PartitionRule;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a service whose keys are divided into partitions. */
@Timeout(60)
class PartitionedServiceTest {

  private static Key counter(String tenant, int number) {
    return Key.of("counters", tenant + "/" + number);
  }

  /** Adds one to two counters of a tenant. */
  private static final Procedure<String, Long> COUNT =
      new Procedure<>() {
        @Override
        public String name() {
          return "count";
        }

        @Override
        public void declare(String tenant, KeyDeclaration keys) {
          keys.update(counter(tenant, 1));
          keys.update(counter(tenant, 2));
        }

        @Override
        public Long execute(String tenant, Transaction transaction) {
          long count = transaction.getLong(counter(tenant, 1)) + 1;
          transaction.putLong(counter(tenant, 1), count);
          transaction.putLong(counter(tenant, 2), count);
          return count;
        }
      };

  private static EngineConfig.Builder byTenant(String protocol) {
    return EngineConfig.builder()
        .protocol(protocol)
        .partitions(16)
        .partitionBy(List.of(PartitionRule.of("prefix:/")))
        .workers(3);
  }

  /** Runs calls of one tenant at the same time. */
  private static void count(TransactionService service, int calls) {
    service.register(COUNT);
    List<CompletionStage<Outcome<Long>>> outcomes = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      outcomes.add(service.submit(COUNT, "tenant-1", TransactionOptions.defaults()));
    }
    for (CompletionStage<Outcome<Long>> outcome : outcomes) {
      var unused = outcome.toCompletableFuture().join().valueOrThrow();
    }
    assertEquals(calls, service.<Long>execute(t -> t.getLong(counter("tenant-1", 2))));
  }

  /** Increments the counters, but blocks its worker until the test releases it. */
  private static final class Blocking implements Procedure<String, Long> {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @Override
    public String name() {
      return "blocking";
    }

    @Override
    public void declare(String tenant, KeyDeclaration keys) {
      COUNT.declare(tenant, keys);
    }

    @Override
    public Long execute(String tenant, Transaction transaction) {
      entered.countDown();
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return COUNT.execute(tenant, transaction);
    }
  }

  /**
   * Under partition locking, a call locks the partition of its declared keys before it runs. If the
   * procedure did not declare the keys, the call would restart again and again until the partition
   * is free.
   */
  @Test
  void declaredKeysLockTheirPartitionBeforeTheProcedureRuns() throws InterruptedException {
    try (EngineService service = Engine.open(byTenant("partcc").build())) {
      Blocking blocking = new Blocking();
      service.register(blocking);
      service.register(COUNT);
      CompletionStage<Outcome<Long>> first =
          service.submit(blocking, "tenant-1", TransactionOptions.defaults());
      blocking.entered.await();
      CompletionStage<Outcome<Long>> second =
          service.submit(COUNT, "tenant-1", TransactionOptions.defaults());
      while (service.load().inFlight() < 2) {
        LockSupport.parkNanos(100_000);
      }
      for (int i = 1; i <= 500; i++) {
        assertEquals(i, service.call(COUNT, "tenant-2"), "the third worker is free");
      }
      assertFalse(second.toCompletableFuture().isDone());
      assertEquals(0, service.counters().restarts());
      blocking.released.countDown();
      assertEquals(1, first.toCompletableFuture().join().valueOrThrow());
      assertEquals(2, second.toCompletableFuture().join().valueOrThrow());
      assertEquals(0, service.counters().restarts());
    }
  }

  @Test
  void aServiceReportsTheProtocolOfEachPartition() {
    try (EngineService service = Engine.open(byTenant("cormcc").build())) {
      count(service, 500);
      PartitionFigures figures = service.partitions().orElseThrow();
      assertEquals(16, figures.count());
      assertEquals(
          List.of("partcc", "no-wait", "silo"),
          figures.protocols().stream().map(PartitionFigures.OfProtocol::protocol).toList());
      assertEquals(
          16,
          figures.protocols().stream().mapToInt(PartitionFigures.OfProtocol::count).sum(),
          figures::toString);
      // While the counters' partition switches, a commit counts under two protocols.
      assertTrue(committed(figures) >= 501, figures::toString);
    }
    try (EngineService service = Engine.open(byTenant("silo").build())) {
      assertTrue(service.partitions().isEmpty());
    }
  }

  /**
   * If all workers sleep until they are woken, only the woken worker runs a call. So all calls of
   * one tenant run on one worker, and the calls of several tenants run on all workers.
   */
  @Test
  void aCallIsRunByItsHomeIfAllWorkersSleep() {
    Set<Thread> sleeping = ConcurrentHashMap.newKeySet();
    EngineParts parts =
        new EngineParts() {
          @Override
          public LongConsumer idle() {
            return ns -> {
              sleeping.add(Thread.currentThread());
              LockSupport.park();
              sleeping.remove(Thread.currentThread());
            };
          }
        };
    try (EngineService service = Engine.open(byTenant("partcc").build(), parts)) {
      Procedure<String, String> nameOfWorker = new NameOfWorker();
      service.register(nameOfWorker);
      Map<String, Set<String>> workers = new TreeMap<>();
      for (int i = 0; i < 60; i++) {
        while (sleeping.size() < 3) {
          LockSupport.parkNanos(100_000);
        }
        String tenant = "tenant-" + i % 20;
        workers
            .computeIfAbsent(tenant, each -> new TreeSet<>())
            .add(service.call(nameOfWorker, tenant));
      }
      workers.forEach((tenant, each) -> assertEquals(1, each.size(), () -> tenant + ": " + each));
      assertEquals(3, Set.copyOf(workers.values()).size(), workers::toString);
    }
  }

  /** A procedure that returns the name of the thread that runs it. */
  private static final class NameOfWorker implements Procedure<String, String> {

    @Override
    public String name() {
      return "name-of-worker";
    }

    @Override
    public void declare(String tenant, KeyDeclaration keys) {
      COUNT.declare(tenant, keys);
    }

    @Override
    public String execute(String tenant, Transaction transaction) {
      return Thread.currentThread().getName();
    }
  }

  private static long committed(PartitionFigures figures) {
    return figures.protocols().stream().mapToLong(PartitionFigures.OfProtocol::committed).sum();
  }

  @Test
  void theLastSwitchesAreRemembered() {
    Mixed mixed = Protocols.cormcc(1, Partitioning.byTable(20), partition -> "silo");
    Database database = new Database(mixed, 1);
    Worker worker = database.worker(0, new ThreadPace(System::nanoTime));
    AtomicLong nowMs = new AtomicLong(1_000);
    PartitionSwitches switches = new PartitionSwitches(mixed, nowMs::getAndIncrement);
    for (int partition : new int[] {0, 1, 2, 7, 19}) {
      mixed.request(partition, 0);
    }
    settle(mixed, worker);
    mixed.request(1, 1);
    settle(mixed, worker);
    PartitionFigures figures = switches.figures();
    assertEquals(
        List.of(
            new PartitionFigures.OfProtocol("partcc", 4, "0,2,7,19", 0, 0),
            new PartitionFigures.OfProtocol("no-wait", 1, "1", 0, 0),
            new PartitionFigures.OfProtocol("silo", 15, "3-6,8-18", 0, 0)),
        figures.protocols());
    assertEquals(6, figures.switches());
    assertEquals(
        List.of(
            new PartitionFigures.Switch(1_001, "partcc", "no-wait", 1, "1"),
            new PartitionFigures.Switch(1_000, "silo", "partcc", 5, "0-2,7,19")),
        figures.lastSwitches());

    for (int i = 0; i < 20; i++) {
      mixed.request(3, i % 2);
      settle(mixed, worker);
    }
    figures = switches.figures();
    assertEquals(26, figures.switches());
    assertEquals(PartitionFigures.MAX_SWITCHES, figures.lastSwitches().size());
    assertEquals(1_021, figures.lastSwitches().get(0).atMs());
  }

  private static void settle(Mixed mixed, Worker worker) {
    for (int i = 0; i < 1_000 && !mixed.isSettled(); i++) {
      worker.tidy();
    }
    assertTrue(mixed.isSettled());
  }

  /**
   * Only some protocols use partitions of the keys, so a service with partition rules gets such a
   * protocol.
   */
  @Test
  void aServiceThatNamesAPartitioningIsMixedByDefault() {
    List<PartitionRule> rules = List.of(PartitionRule.of("orders=prefix:/"));
    assertEquals("silo", EngineConfig.defaults().protocol());
    assertEquals("silo", EngineConfig.builder().partitions(8).build().protocol());
    EngineConfig named = EngineConfig.builder().partitionBy(rules).build();
    assertEquals("cormcc", named.protocol());
    assertEquals("plor", named.toBuilder().protocol("plor").build().protocol());
    assertEquals(
        "silo", EngineConfig.builder().partitionBy(rules).protocol("silo").build().protocol());
  }

  @Test
  void wrongPartitionsAreRefused() {
    String message =
        assertThrows(YardmasterException.class, () -> byTenant("cormcc").partitions(1_025).build())
            .getMessage();
    assertTrue(message.contains("partitions") && message.contains("1025"), message);
  }
}
