package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.service.conflicts.ConflictKind;
import dev.yardmaster.service.conflicts.Conflicts;
import dev.yardmaster.service.conflicts.HotKey;
import dev.yardmaster.service.conflicts.ProcedurePair;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a pipeline's report about the conflicts of its transactions. */
@Timeout(60)
class ConflictsTest {

  private static final Key COUNTER = Key.of("counter", 1);
  private static final int TRANSACTIONS = 5;

  /** Adds 1 to the counter. */
  private record Add(String name) implements Procedure<Long, Long> {
    @Override
    public void declare(Long argument, KeyDeclaration keys) {
      // The procedure declares the key with the conflicts after another key, so the reported key is
      // not just the first declared key.
      keys.read(Key.of("private", argument));
      keys.update(COUNTER);
    }

    @Override
    public Long execute(Long argument, Transaction transaction) {
      long before = transaction.getLong(COUNTER);
      transaction.putLong(COUNTER, before + 1);
      return before;
    }
  }

  private static PipelineConfig.Builder config(PipelineMode mode, boolean repair) {
    return PipelineConfig.builder()
        .mode(mode)
        .repair(repair)
        .window(Window.OPEN)
        .hotKeyWaiting(0)
        .attemptBound(0);
  }

  /**
   * Runs deposits and withdrawals that all update the same key, and returns the reported conflicts.
   */
  private static Conflicts meet(PipelineConfig config) {
    try (SteppedPipeline stepped = new SteppedPipeline(config)) {
      Add deposit = new Add("deposit");
      Add withdraw = new Add("withdraw");
      stepped.pipeline.register(deposit);
      stepped.pipeline.register(withdraw);
      stepped.submit(deposit, 0L);
      for (long i = 1; i < TRANSACTIONS; i++) {
        stepped.submit(withdraw, i);
      }
      stepped.run();
      stepped.nowNs += 100_000_000;
      stepped.step();
      return stepped.pipeline.conflicts();
    }
  }

  private static void assertCounted(Conflicts conflicts, Set<ConflictKind> kinds, long count) {
    HotKey key = conflicts.hotKeys().get(0);
    assertEquals(COUNTER.toString(), key.key());
    assertEquals(kinds, key.kinds().keySet());
    assertEquals(count, key.count());
    assertEquals(1, conflicts.hotKeys().size());
  }

  @Test
  void staleRunsAreCounted() {
    Conflicts conflicts = meet(config(PipelineMode.BASE, false).build());
    // If n runs read at the same time, one of them commits. The other n - 1 runs restart, and
    // again read at the same time.
    assertCounted(conflicts, EnumSet.of(ConflictKind.VALIDATION), 4 + 3 + 2 + 1);
    assertEquals("withdraw", conflicts.pairs().get(0).procedure());
    assertEquals(10, conflicts.pairs().stream().mapToLong(ProcedurePair::count).sum());
    assertTrue(
        conflicts.pairs().contains(new ProcedurePair("withdraw", "deposit", 4, 0)),
        conflicts.toString());
    assertTrue(
        conflicts.pairs().contains(new ProcedurePair("withdraw", "withdraw", 6, 0)),
        conflicts.toString());
  }

  @Test
  void victimsAreCounted() {
    Conflicts conflicts = meet(config(PipelineMode.SRVC, false).build());
    HotKey key = conflicts.hotKeys().get(0);
    assertEquals(COUNTER.toString(), key.key());
    assertTrue(key.kinds().get(ConflictKind.VICTIM) >= TRANSACTIONS - 1, conflicts.toString());
    assertTrue(
        conflicts.pairs().stream().noneMatch(pair -> pair.other().equals(Conflicts.UNKNOWN)),
        conflicts.toString());
  }

  @Test
  void repairsAreCounted() {
    Conflicts conflicts = meet(config(PipelineMode.SRVC, true).build());
    assertCounted(conflicts, EnumSet.of(ConflictKind.REPAIRED), TRANSACTIONS - 1);
    assertEquals(
        TRANSACTIONS - 1, conflicts.pairs().stream().mapToLong(ProcedurePair::count).sum());
  }

  @Test
  void withoutConflictReportsVictimsAreCountedByProcedureOnly() {
    Conflicts conflicts = meet(config(PipelineMode.SRVC, false).conflictReports(false).build());
    assertTrue(
        conflicts.pairs().stream().anyMatch(pair -> pair.other().equals(Conflicts.UNKNOWN)),
        conflicts.toString());
  }

  @Test
  void whoConflictsWithAnInteractiveTransactionIsToldSo() {
    try (Pipeline pipeline =
        Pipeline.start(config(PipelineMode.BASE, false).threads(ThreadLayout.SHARED).build())) {
      AtomicBoolean met = new AtomicBoolean();
      Outcome<Object> outcome =
          pipeline.execute(
              transaction -> {
                long before = transaction.getLong(COUNTER);
                if (met.compareAndSet(false, true)) {
                  CompletableFuture.runAsync(
                          () ->
                              pipeline.execute(
                                  other -> {
                                    other.putLong(COUNTER, 7);
                                    return null;
                                  }))
                      .join();
                }
                transaction.putLong(COUNTER, before + 1);
                return null;
              },
              TransactionOptions.defaults());
      assertInstanceOf(Outcome.Committed.class, outcome);
      long deadlineNs = System.nanoTime() + 30_000_000_000L;
      while (pipeline.conflicts().pairs().isEmpty() && System.nanoTime() < deadlineNs) {
        LockSupport.parkNanos(100_000);
      }
      assertEquals(
          new ProcedurePair(Conflicts.INTERACTIVE, Conflicts.INTERACTIVE, 1, 0),
          pipeline.conflicts().pairs().get(0));
    }
  }

  @Test
  void withoutConflictsThereIsNothing() {
    try (SteppedPipeline stepped = new SteppedPipeline(config(PipelineMode.SRVC, true).build())) {
      Add add = new Add("add");
      stepped.pipeline.register(add);
      for (long i = 0; i < TRANSACTIONS; i++) {
        stepped.submit(add, i);
        stepped.run();
      }
      stepped.nowNs += 100_000_000;
      stepped.step();
      assertTrue(stepped.pipeline.conflicts().hotKeys().isEmpty());
      assertTrue(stepped.pipeline.conflicts().pairs().isEmpty());
      PipelineLoad load = stepped.pipeline.load();
      assertEquals(0, load.inFlight());
      assertEquals("processor-0", load.queueDepths().keySet().iterator().next());
    }
  }
}
