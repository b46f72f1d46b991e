package dev.yardmaster.engine.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.service.conflicts.ConflictKind;
import dev.yardmaster.service.conflicts.Conflicts;
import dev.yardmaster.service.conflicts.HotKey;
import dev.yardmaster.service.conflicts.ProcedurePair;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that an engine reports the keys and the procedures of its conflicts. */
@Timeout(60)
class EngineConflictsTest {

  private static final long DEADLINE_NS = 20_000_000_000L;
  private static final Key HOT = Key.of("accounts", 17);
  private static final Key COLD = Key.of("accounts", 18);

  private static final Procedure<Long, Long> DEPOSIT =
      new Procedure<>() {
        @Override
        public String name() {
          return "deposit";
        }

        @Override
        public void declare(Long cents, KeyDeclaration keys) {
          keys.update(HOT);
        }

        @Override
        public Long execute(Long cents, Transaction transaction) {
          long balance = transaction.getLong(HOT) + cents;
          transaction.putLong(HOT, balance);
          return balance;
        }
      };

  private static EngineService open(String protocol) {
    EngineService engine =
        Engine.open(EngineConfig.builder().protocol(protocol).workers(2).build());
    engine.register(DEPOSIT);
    engine.execute(
        transaction -> {
          transaction.putLong(HOT, 0);
          transaction.putLong(COLD, 0);
          return null;
        });
    return engine;
  }

  private static Conflicts await(EngineService engine, Predicate<Conflicts> expected) {
    long beganNs = System.nanoTime();
    Conflicts found = engine.conflicts();
    while (!expected.test(found)) {
      assertTrue(System.nanoTime() - beganNs < DEADLINE_NS, found::toString);
      LockSupport.parkNanos(100_000);
      found = engine.conflicts();
    }
    return found;
  }

  private static long count(Conflicts conflicts, ConflictKind kind) {
    return conflicts.hotKeys().stream()
        .filter(key -> key.key().equals(HOT.toString()))
        .mapToLong(key -> key.kinds().getOrDefault(kind, 0L))
        .sum();
  }

  @Test
  void thereAreNoneWithoutConflicts() {
    try (EngineService engine = open("silo")) {
      assertEquals(5, engine.call(DEPOSIT, 5L));
      assertEquals(new Conflicts(List.of(), List.of()), engine.conflicts());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"silo", "multi-version"})
  void theKeyThatHasChangedAndTheProcedureThatChangedItAreNamed(String protocol) {
    try (EngineService engine = open(protocol)) {
      int[] runs = {0};
      engine.execute(
          transaction -> {
            long seen = transaction.getLong(HOT) + transaction.getLong(COLD);
            if (runs[0]++ == 0) {
              engine.call(DEPOSIT, 5L);
            }
            transaction.putLong(COLD, seen);
            return null;
          });
      Conflicts conflicts = await(engine, found -> !found.hotKeys().isEmpty());
      assertEquals(
          List.of(new HotKey(HOT.toString(), 1, 0, Map.of(ConflictKind.VALIDATION, 1L))),
          conflicts.hotKeys());
      assertEquals(
          List.of(new ProcedurePair(Conflicts.INTERACTIVE, "deposit", 1, 0)), conflicts.pairs());
    }
  }

  @Test
  void theKeyOnWhichATransactionWaitsIsNamed() {
    try (EngineService engine = open("wound-wait")) {
      CompletionStage<?>[] deposit = new CompletionStage<?>[1];
      engine.execute(
          transaction -> {
            long seen = transaction.getLong(HOT);
            if (deposit[0] == null) {
              deposit[0] = engine.submit(DEPOSIT, 5L);
              await(engine, found -> count(found, ConflictKind.WAITED) > 0);
            }
            return seen;
          });
      assertInstanceOf(Outcome.Committed.class, deposit[0].toCompletableFuture().join());
    }
  }

  /** A deposit whose logic waits until the test releases it. */
  private static final class SlowDeposit implements Procedure<Long, Long> {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @Override
    public String name() {
      return "slow deposit";
    }

    @Override
    public void declare(Long cents, KeyDeclaration keys) {
      DEPOSIT.declare(cents, keys);
    }

    @Override
    public Long execute(Long cents, Transaction transaction) {
      entered.countDown();
      awaitLatch(released);
      return DEPOSIT.execute(cents, transaction);
    }
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      assertTrue(latch.await(DEADLINE_NS, TimeUnit.NANOSECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theKeyAtWhichATransactionDiesIsNamed() {
    try (EngineService engine = open("no-wait")) {
      SlowDeposit slow = new SlowDeposit();
      engine.register(slow);
      CompletionStage<Outcome<Long>> first = engine.submit(slow, 5L);
      awaitLatch(slow.entered);
      // The second deposit restarts until the slow deposit is released.
      CompletionStage<Outcome<Long>> second =
          engine.submit(
              DEPOSIT, 5L, TransactionOptions.defaults().withMaxAttempts(Integer.MAX_VALUE));
      // The slow deposit has not changed the key. So the conflict's key is known only from the
      // access that ended the run.
      Conflicts found =
          await(engine, now -> count(now, ConflictKind.VALIDATION) > 0 && !now.pairs().isEmpty());
      assertEquals("deposit", found.pairs().get(0).procedure());
      assertEquals(Conflicts.UNKNOWN, found.pairs().get(0).other());
      slow.released.countDown();
      // Both deposits have read the key, so the deposit that writes the key first ends the run of
      // the other deposit.
      assertEquals(
          Set.of(5L, 10L),
          Set.of(
              first.toCompletableFuture().join().valueOrThrow(),
              second.toCompletableFuture().join().valueOrThrow()));
    }
  }

  @Test
  void theKeyForWhichATransactionIsWoundedIsNamed() {
    try (EngineService engine = open("plor")) {
      SlowDeposit slow = new SlowDeposit();
      engine.register(slow);
      CompletionStage<Outcome<Long>> deposit = engine.submit(slow, 5L);
      awaitLatch(slow.entered);
      int[] runs = {0};
      engine.execute(
          transaction -> {
            long seen = transaction.getLong(HOT);
            if (runs[0]++ == 0) {
              // The deposit is older, so it does not wait for this reader.
              slow.released.countDown();
              assertEquals(5, deposit.toCompletableFuture().join().valueOrThrow());
            }
            return seen + transaction.getLong(COLD);
          });
      Conflicts found = await(engine, now -> count(now, ConflictKind.VALIDATION) > 0);
      assertEquals(
          List.of(new ProcedurePair(Conflicts.INTERACTIVE, "slow deposit", 1, 0)), found.pairs());
    }
  }
}
