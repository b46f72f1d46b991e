package dev.yardmaster.engine.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that each run and each outcome is counted exactly once. */
@Timeout(60)
class EngineCountersTest {

  private static final Key KEY = Key.of("accounts", 1);
  private static final TransactionOptions DEFAULTS = TransactionOptions.defaults();

  /** The number of ns by which the engine's clock is ahead of the machine's clock. */
  private final AtomicLong aheadNs = new AtomicLong();

  private final EngineService service =
      Engine.open(
          EngineConfig.builder()
              .workers(1)
              .interactive(1)
              .waitingTransactions(2)
              .outcomeRetentionMs(Duration.ofDays(7).toMillis())
              .build(),
          new EngineParts() {
            @Override
            public LongSupplier clockNs() {
              return () -> System.nanoTime() + aheadNs.get();
            }
          });

  @AfterEach
  void close() {
    service.close();
  }

  /** A procedure that does what its argument says. */
  private static final class Told implements Procedure<String, Object> {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @Override
    public String name() {
      return "told";
    }

    @Override
    public void declare(String what, KeyDeclaration keys) {
      keys.update(KEY);
    }

    @Override
    public Object execute(String what, Transaction transaction) {
      switch (what) {
        case "abort" -> throw transaction.abort("no");
        case "throw" -> throw new IllegalStateException("a bug");
        case "wait" -> {
          entered.countDown();
          try {
            released.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        }
        default -> transaction.putLong(KEY, 1);
      }
      return null;
    }
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private static EngineCounters counters(
      long committed, long repeated, long restarts, long logicFailed, AbortCause... aborted) {
    Map<AbortCause, Long> aborts = new EnumMap<>(AbortCause.class);
    for (AbortCause cause : AbortCause.values()) {
      aborts.put(cause, 0L);
    }
    for (AbortCause cause : aborted) {
      aborts.merge(cause, 1L, Long::sum);
    }
    return new EngineCounters(committed, repeated, restarts, aborts, logicFailed, 0, 0, 0, 0);
  }

  @Test
  void outcomesOfProceduresAreCounted() throws InterruptedException {
    Told told = new Told();
    service.register(told);
    TransactionOptions once = DEFAULTS.withId(TransactionIds.ofThisMachine().next());
    for (String what : new String[] {"put", "abort", "throw"}) {
      var unused = await(service.submit(told, what, DEFAULTS));
    }
    for (int i = 0; i < 3; i++) {
      var unused = await(service.submit(told, "put", once)).valueOrThrow();
    }
    assertEquals(counters(2, 2, 0, 1, AbortCause.USER), service.counters());

    CompletionStage<Outcome<Object>> waiting = service.submit(told, "wait", DEFAULTS);
    told.entered.await();
    CompletionStage<Outcome<Object>> late =
        service.submit(told, "put", DEFAULTS.withTimeout(Duration.ofMillis(1)));
    CompletionStage<Outcome<Object>> queued = service.submit(told, "put", DEFAULTS);
    var refused = await(service.submit(told, "put", DEFAULTS));
    assertInstanceOf(Outcome.Rejected.class, refused);
    EngineLoad load = service.load();
    assertEquals(1, load.inFlight());
    assertEquals(1, load.overloaded());
    assertEquals(2, load.queueDepths().get("procedures"));
    assertEquals(2, load.window());
    aheadNs.set(2_000_000);
    told.released.countDown();
    var unusedWaiting = await(waiting).valueOrThrow();
    var unusedQueued = await(queued).valueOrThrow();
    assertInstanceOf(Outcome.Aborted.class, await(late));
    assertEquals(counters(4, 2, 0, 1, AbortCause.USER, AbortCause.TIMEOUT), service.counters());
    while (service.load().inFlight() > 0) { // The outcome arrives before the call has ended.
      LockSupport.parkNanos(100_000);
    }
  }

  @Test
  void outcomesOfInteractiveTransactionsAreCounted() {
    int[] runs = {0};
    Outcome<Object> restarted =
        service.execute(
            transaction -> {
              transaction.putLong(KEY, transaction.getLong(KEY) + 1);
              if (runs[0]++ == 0) {
                assertEquals(1, service.load().inFlight());
                put();
              }
              return null;
            },
            DEFAULTS);
    assertEquals(1, assertInstanceOf(Outcome.Committed.class, restarted).restarts());
    assertEquals(counters(2, 0, 1, 0, AbortCause.VALIDATION), service.counters());

    Outcome<Object> exhausted =
        service.execute(
            transaction -> {
              transaction.putLong(KEY, transaction.getLong(KEY) + 1);
              put();
              return null;
            },
            DEFAULTS.withMaxAttempts(2));
    assertEquals(1, assertInstanceOf(Outcome.Aborted.class, exhausted).restarts());
    assertEquals(
        counters(4, 0, 2, 0, AbortCause.VALIDATION, AbortCause.VALIDATION, AbortCause.VALIDATION),
        service.counters());

    TransactionOptions once = DEFAULTS.withId(TransactionIds.ofThisMachine().next());
    for (int i = 0; i < 2; i++) {
      var unused = service.execute(transaction -> "once", once).valueOrThrow();
    }
    Outcome<Object> failed =
        service.execute(
            transaction -> {
              throw new IllegalStateException("a bug");
            },
            DEFAULTS);
    assertInstanceOf(Outcome.Rejected.class, failed);
    EngineCounters counters = service.counters();
    assertEquals(5, counters.committed());
    assertEquals(1, counters.repeated());
    assertEquals(1, counters.logicFailed());
  }

  private void put() {
    var unused =
        await(service.submit(OneShot.builder().put(KEY, new byte[8]).build(), DEFAULTS))
            .valueOrThrow();
  }
}
