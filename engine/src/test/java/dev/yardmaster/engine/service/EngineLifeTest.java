package dev.yardmaster.engine.service;

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
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.engine.Protocols;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the settings and limits of an engine, and how an engine ends. */
@Timeout(60)
class EngineLifeTest {

  private static final Key COUNTER = Key.of("counters", 1);

  /** A procedure that occupies its worker until it is released. */
  private static final class Holder implements Procedure<Long, Long> {
    private final CountDownLatch holding = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @Override
    public String name() {
      return "holder";
    }

    @Override
    public void declare(Long argument, KeyDeclaration keys) {
      keys.update(COUNTER);
    }

    @Override
    public Long execute(Long argument, Transaction transaction) {
      holding.countDown();
      boolean over = false;
      while (!over) {
        try {
          released.await();
          over = true;
        } catch (InterruptedException e) {
          // The procedure ignores interrupts.
        }
      }
      transaction.putLong(COUNTER, argument);
      return argument;
    }
  }

  private static ErrorCode codeOf(Outcome<?> outcome) {
    return assertInstanceOf(Outcome.Rejected.class, outcome, outcome::toString).error().code();
  }

  private static OneShot put(long number) {
    return OneShot.builder().putLong(COUNTER, number).build();
  }

  @Test
  void aFullQueueRefusesAndHasDoneNothing() throws InterruptedException {
    EngineConfig config = EngineConfig.builder().workers(1).waitingTransactions(4).build();
    Holder holder = new Holder();
    try (EngineService service = Engine.open(config)) {
      service.register(holder);
      CompletableFuture<?> held = service.submit(holder, 1L).toCompletableFuture();
      holder.holding.await();
      List<CompletableFuture<Outcome<OneShot.Result>>> waiting = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        waiting.add(service.submit(put(2 + i)).toCompletableFuture());
      }
      Outcome<?> refused = service.submit(put(99)).toCompletableFuture().join();
      assertEquals(ErrorCode.OVERLOADED, codeOf(refused));
      TransactionOptions hasty = TransactionOptions.defaults().withTimeout(Duration.ofMillis(1));
      assertFalse(held.isDone());
      holder.released.countDown();
      waiting.forEach(one -> one.join().valueOrThrow());
      long last = service.execute(transaction -> transaction.getLong(COUNTER));
      assertEquals(5, last);
      Outcome<?> late = service.submit(put(6), hasty).toCompletableFuture().join();
      if (!(late instanceof Outcome.Committed)) {
        Outcome.Aborted<?> aborted = assertInstanceOf(Outcome.Aborted.class, late);
        assertEquals(AbortCause.TIMEOUT, aborted.cause());
      }
    }
  }

  /**
   * The logic of a transaction that holds a lock may run forever. Another transaction that waits
   * for the lock must end at its own deadline.
   */
  @ParameterizedTest
  @ValueSource(strings = {"wait-die", "wound-wait", "plor"})
  void whoWaitsForALockGivesUpAtItsDeadline(String protocol) throws InterruptedException {
    Holder holder = new Holder();
    EngineConfig config = EngineConfig.builder().protocol(protocol).workers(2).build();
    try (EngineService service = Engine.open(config)) {
      // The call creates the record, so the next calls can lock it.
      service.submit(put(1)).toCompletableFuture().join().valueOrThrow();
      service.register(holder);
      CompletableFuture<?> held = service.submit(holder, 1L).toCompletableFuture();
      holder.holding.await();
      TransactionOptions hasty = TransactionOptions.defaults().withTimeout(Duration.ofMillis(20));
      Outcome<?> waited = service.submit(put(7), hasty).toCompletableFuture().join();
      assertEquals(
          AbortCause.TIMEOUT, assertInstanceOf(Outcome.Aborted.class, waited).cause(), protocol);
      Outcome<Long> caller = service.execute(transaction -> increment(transaction), hasty);
      assertEquals(
          AbortCause.TIMEOUT, assertInstanceOf(Outcome.Aborted.class, caller).cause(), protocol);
      assertFalse(held.isDone());
      holder.released.countDown();
      held.join();
    }
  }

  private static long increment(Transaction transaction) {
    long sum = transaction.getLong(COUNTER) + 1;
    transaction.putLong(COUNTER, sum);
    return sum;
  }

  @Test
  void aCallThatWaitedForTooLongIsNotRun() throws InterruptedException {
    AtomicLong nowNs = new AtomicLong();
    Holder holder = new Holder();
    try (EngineService service =
        Engine.open(
            EngineConfig.builder().workers(1).build(),
            new EngineParts() {
              @Override
              public LongSupplier clockNs() {
                return nowNs::get;
              }
            })) {
      service.register(holder);
      var held = service.submit(holder, 1L).toCompletableFuture();
      holder.holding.await();
      var late = service.submit(put(2)).toCompletableFuture();
      nowNs.addAndGet(TransactionOptions.defaults().timeout().toNanos());
      holder.released.countDown();
      assertEquals(
          AbortCause.TIMEOUT, assertInstanceOf(Outcome.Aborted.class, late.join()).cause());
      assertInstanceOf(
          Outcome.Committed.class,
          held.join(),
          "the first call began before its deadline, so it must commit");
    }
  }

  @Test
  void noMoreInteractiveTransactionsAreOpenThanAllowed() {
    TransactionOptions hasty = TransactionOptions.defaults().withTimeout(Duration.ofMillis(30));
    try (EngineService service = Engine.open(EngineConfig.builder().interactive(1).build())) {
      ErrorCode inner =
          service.execute(
              outer -> {
                long before = outer.getLong(COUNTER);
                assertEquals(0, before);
                return codeOf(
                    CompletableFuture.supplyAsync(
                            () -> service.execute(t -> t.getLong(COUNTER), hasty))
                        .join());
              });
      assertEquals(ErrorCode.OVERLOADED, inner);
    }
    try (EngineService service = Engine.open(EngineConfig.builder().interactive(0).build())) {
      assertEquals(ErrorCode.OVERLOADED, codeOf(service.execute(t -> t.getLong(COUNTER), hasty)));
      assertEquals(
          1L,
          service.call(OneShot.builder().add(COUNTER, 1).read(COUNTER).build()).getLong(COUNTER)
              + 1);
    }
  }

  @Test
  void aProcedureThatHoldsItsThreadDoesNotHoldUpTheEnd() throws InterruptedException {
    for (String protocol : List.of("silo", "wait-die")) {
      Holder holder = new Holder();
      EngineService service =
          Engine.open(
              EngineConfig.builder()
                  .protocol(protocol)
                  .workers(1)
                  .closeTimeoutNs(1_000_000)
                  .build());
      try {
        service.register(holder);
        var held = service.submit(holder, 1L).toCompletableFuture();
        holder.holding.await();
        var waiting = service.submit(put(2)).toCompletableFuture();
        service.close();
        assertEquals(ErrorCode.CLOSED, codeOf(held.join()));
        assertEquals(ErrorCode.CLOSED, codeOf(waiting.join()));
      } finally {
        holder.released.countDown();
      }
    }
  }

  @Test
  void noThreadIsLeft() {
    Set<Thread> others = engineThreads();
    EngineService service = Engine.open(EngineConfig.defaults());
    service.call(put(1));
    Set<Thread> own = engineThreads();
    own.removeAll(others);
    assertFalse(own.isEmpty());
    service.close();
    own.removeIf(thread -> !thread.isAlive());
    assertEquals(Set.of(), own);
  }

  private static Set<Thread> engineThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread instanceof EngineThread)
        .collect(Collectors.toSet());
  }

  @Test
  void closingWithWorkUnderWayEnds() throws InterruptedException {
    for (String protocol : Protocols.serializableNames()) {
      EngineService service =
          Engine.open(EngineConfig.builder().protocol(protocol).relaxed(true).workers(3).build());
      AtomicLong committed = new AtomicLong();
      List<Thread> callers = new ArrayList<>();
      CountDownLatch begun = new CountDownLatch(4);
      for (int i = 0; i < 4; i++) {
        boolean interactive = i % 2 == 0;
        Thread caller =
            new Thread(
                () -> {
                  Outcome<?> outcome;
                  do {
                    outcome =
                        interactive
                            ? service.execute(
                                t -> {
                                  t.putLong(COUNTER, t.getLong(COUNTER) + 1);
                                  return null;
                                },
                                TransactionOptions.defaults())
                            : service.call(
                                OneShot.builder().add(COUNTER, 1).build(),
                                TransactionOptions.defaults());
                    if (outcome instanceof Outcome.Committed) {
                      committed.incrementAndGet();
                    }
                    begun.countDown();
                  } while (outcome instanceof Outcome.Committed);
                  assertEquals(ErrorCode.CLOSED, codeOf(outcome));
                });
        callers.add(caller);
        caller.start();
      }
      begun.await();
      service.close();
      for (Thread caller : callers) {
        caller.join();
      }
      assertTrue(committed.get() >= 4, protocol);
    }
  }

  @Test
  void badSettingsAreRefusedByName() {
    assertBad("workers", EngineConfig.builder().workers(65));
    assertBad("workers", EngineConfig.builder().workers(0));
    assertBad("interactive", EngineConfig.builder().interactive(-1));
    assertBad("protocol", EngineConfig.builder().protocol("hope"));
    assertBad("relaxed", EngineConfig.builder().protocol("tictoc"));
    assertBad("maxOutcomes", EngineConfig.builder().maxOutcomes(999));
    assertEquals(
        "tictoc", EngineConfig.builder().protocol("tictoc").relaxed(true).build().protocol());
  }

  private static void assertBad(String setting, EngineConfig.Builder builder) {
    YardmasterException thrown = assertThrows(YardmasterException.class, builder::build);
    assertEquals(ErrorCode.BAD_CONFIG, thrown.code());
    assertTrue(thrown.details().containsKey(setting), thrown::getMessage);
  }

  /** Parts with which a test controls both clocks of the engine. */
  private static final class Clocks extends EngineParts {
    private final AtomicLong nowMs = new AtomicLong(1_000_000_000L);

    @Override
    public LongSupplier clockNs() {
      return () -> nowMs.get() * 1_000_000;
    }

    @Override
    public LongSupplier epochMs() {
      return nowMs::get;
    }
  }

  private static Outcome<OneShot.Result> add(EngineService service, TransactionId id) {
    return service.call(
        OneShot.builder().add(COUNTER, 1).build(), TransactionOptions.defaults().withId(id));
  }

  @Test
  void outcomesAreForgottenBehindTheHorizon() {
    Clocks clocks = new Clocks();
    EngineConfig config = EngineConfig.builder().outcomeRetentionMs(5_000).build();
    try (EngineService service = Engine.open(config, clocks)) {
      TransactionId id = new TransactionId(clocks.nowMs.get(), 1, 1);
      assertInstanceOf(Outcome.Committed.class, add(service, id));
      assertEquals(1, service.outcomes());
      clocks.nowMs.addAndGet(4_000);
      assertInstanceOf(Outcome.Committed.class, add(service, id));
      clocks.nowMs.addAndGet(2_000);
      await(() -> service.outcomes() == 0);
      assertEquals(ErrorCode.EXPIRED_ID, codeOf(add(service, id)));
      assertEquals(1, service.call(OneShot.builder().read(COUNTER).build()).getLong(COUNTER));
    }
  }

  @Test
  void theOldestOutcomesAreForgottenWhereThereAreTooMany() {
    Clocks clocks = new Clocks();
    EngineConfig config = EngineConfig.builder().maxOutcomes(1_000).build();
    try (EngineService service = Engine.open(config, clocks)) {
      long firstMs = clocks.nowMs.get();
      for (int i = 0; i < 1_300; i++) {
        TransactionId id = new TransactionId(clocks.nowMs.incrementAndGet(), 1, i);
        assertInstanceOf(Outcome.Committed.class, add(service, id));
      }
      clocks.nowMs.addAndGet(1_000);
      await(() -> service.outcomes() == 1_000);
      assertEquals(
          ErrorCode.EXPIRED_ID, codeOf(add(service, new TransactionId(firstMs + 1, 1, 0))));
      assertInstanceOf(
          Outcome.Committed.class, add(service, new TransactionId(firstMs + 1_300, 1, 1_299)));
      assertEquals(1_300, service.call(OneShot.builder().read(COUNTER).build()).getLong(COUNTER));
    }
  }

  private static void await(BooleanSupplier condition) {
    long deadlineNs = System.nanoTime() + 30_000_000_000L;
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadlineNs, "the condition must hold before the deadline");
      LockSupport.parkNanos(100_000);
    }
  }
}
