package dev.yardmaster.processor.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Reads;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineMode;
import dev.yardmaster.processor.SteppedPipeline;
import dev.yardmaster.processor.SteppedPipeline.Submitted;
import dev.yardmaster.processor.Window;
import dev.yardmaster.validator.ValidatedTransaction.Rerun;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the repair of procedures whose reads are stale. */
@Timeout(60)
class RepairTest {

  private static final Key COUNTER = Key.of("t", 1);
  private static final Key POINTER = Key.of("t", 2);
  private static final Scan ENTRIES = Scan.forward(Key.of("entries", 1), null, 10);

  private static PipelineConfig config(PipelineMode mode, boolean repair) {
    return PipelineConfig.builder()
        .mode(mode)
        .repair(repair)
        .window(Window.OPEN)
        .hotKeyWaiting(0)
        .attemptBound(0)
        .build();
  }

  /** A procedure that reads and writes the counter. */
  private abstract static class OnCounter implements Procedure<Long, Long> {
    @Override
    public String name() {
      return "on-counter";
    }

    @Override
    public void declare(Long argument, KeyDeclaration keys) {
      keys.update(COUNTER);
    }
  }

  /** Adds to the counter and returns the counter's previous value. */
  private static final Procedure<Long, Long> ADD =
      new OnCounter() {
        @Override
        public Long execute(Long amount, Transaction transaction) {
          long before = transaction.getLong(COUNTER);
          transaction.putLong(COUNTER, before + amount);
          return before;
        }
      };

  /** Subtracts from the counter; aborts if the counter is too small. */
  private static final Procedure<Long, Long> TAKE =
      new OnCounter() {
        @Override
        public String name() {
          return "take";
        }

        @Override
        public Long execute(Long amount, Transaction transaction) {
          long before = transaction.getLong(COUNTER);
          if (before < amount) {
            throw transaction.abort("only " + before);
          }
          transaction.putLong(COUNTER, before - amount);
          return before;
        }
      };

  // The class literal of a generic type has no type argument, so the cast is unchecked.
  @SuppressWarnings("unchecked")
  private static <R> Outcome.Committed<R> committed(Submitted<R> outcome) {
    return assertInstanceOf(Outcome.Committed.class, outcome.outcome());
  }

  @Test
  void staleTransactionsCommitInPlaceWithWhatIsNewest() {
    for (PipelineMode mode : PipelineMode.values()) {
      try (SteppedPipeline stepped = new SteppedPipeline(config(mode, true))) {
        stepped.pipeline.register(ADD);
        List<Submitted<Long>> outcomes = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          outcomes.add(stepped.submit(ADD, 1L));
        }
        stepped.run();
        List<Long> seen = new ArrayList<>();
        for (Submitted<Long> outcome : outcomes) {
          assertEquals(0, committed(outcome).restarts(), mode.label());
          assertNull(committed(outcome).lastConflict(), mode.label());
          seen.add(committed(outcome).value());
        }
        seen.sort(null);
        for (long i = 0; i < 20; i++) {
          assertEquals(i, seen.get((int) i), mode.label());
        }
        assertEquals(0, stepped.pipeline.counters().aborts(), mode.label());
        assertEquals(19, stepped.pipeline.counters().repaired(), mode.label());
      }
    }
  }

  @Test
  void withoutRepairTheyRestart() {
    try (SteppedPipeline stepped = new SteppedPipeline(config(PipelineMode.BASE, false))) {
      stepped.pipeline.register(ADD);
      stepped.submit(ADD, 1L);
      Submitted<Long> second = stepped.submit(ADD, 1L);
      stepped.run();
      assertEquals(1, committed(second).restarts());
      assertEquals(0, stepped.pipeline.counters().repaired());
    }
  }

  /** While a disk is slow or a majority is missing, a transaction does not use up its attempts. */
  @Test
  void withoutRepairTheyRestartAfterTheOtherCommitIsInTheLog(@TempDir Path folder) {
    PipelineConfig config =
        config(PipelineMode.BASE, false).toBuilder()
            .hotKeyWaiting(0)
            .attemptBound(0)
            .durability(Durability.in(folder.resolve("data")))
            .build();
    try (SteppedPipeline stepped = new SteppedPipeline(config)) {
      stepped.pipeline.register(ADD);
      stepped.runs = agent -> !agent.roleName().equals("log");
      Submitted<Long> first = stepped.submit(ADD, 1L);
      Submitted<Long> second = stepped.submit(ADD, 1L);
      for (int i = 0; i < 100; i++) {
        stepped.step();
      }
      assertEquals(1, stepped.pipeline.counters().restarts());
      assertTrue(!first.isDone() && !second.isDone());
      stepped.runs = agent -> true;
      stepped.run();
      assertEquals(0, committed(first).restarts());
      assertEquals(1, committed(second).restarts());
    }
  }

  @Test
  void anAbortDecidedOnFreshValuesIsAnOutcome() {
    try (SteppedPipeline stepped = new SteppedPipeline(config(PipelineMode.BASE, true))) {
      stepped.pipeline.register(ADD);
      stepped.pipeline.register(TAKE);
      stepped.submit(ADD, 10L);
      stepped.run();
      // The second transaction read 10, but the counter is 3 at its final validation.
      Submitted<Long> first = stepped.submit(TAKE, 7L);
      Submitted<Long> second = stepped.submit(TAKE, 7L);
      stepped.run();
      assertEquals(10, committed(first).value());
      Outcome.Aborted<?> aborted = assertInstanceOf(Outcome.Aborted.class, second.outcome());
      assertEquals(AbortCause.USER, aborted.cause());
      assertEquals("only 3", aborted.reason());
      assertEquals(0, aborted.restarts());
      assertEquals(1, stepped.pipeline.counters().repaired());
    }
  }

  @Test
  void anAbortDecidedOnStaleValuesIsDecidedAgain() {
    try (SteppedPipeline stepped = new SteppedPipeline(config(PipelineMode.BASE, true))) {
      stepped.pipeline.register(ADD);
      stepped.pipeline.register(TAKE);
      Submitted<Long> first = stepped.submit(ADD, 10L);
      Submitted<Long> second = stepped.submit(TAKE, 7L);
      stepped.run();
      assertEquals(0, committed(first).value());
      assertEquals(10, committed(second).value());
    }
  }

  /** Sets the pointer to the number of a key. */
  private static final Procedure<Long, Long> POINT =
      new OnCounter() {
        @Override
        public String name() {
          return "point";
        }

        @Override
        public void declare(Long argument, KeyDeclaration keys) {
          keys.update(POINTER);
        }

        @Override
        public Long execute(Long target, Transaction transaction) {
          transaction.putLong(POINTER, target);
          return transaction.getLong(POINTER);
        }
      };

  /** Adds 1 to the key to which the pointer points. Returns the number of that key. */
  private static final Procedure<Long, Long> FOLLOW =
      new OnCounter() {
        @Override
        public String name() {
          return "follow";
        }

        @Override
        public void declare(Long argument, KeyDeclaration keys) {
          keys.read(POINTER);
        }

        @Override
        public void declareNext(Long argument, Reads soFar, KeyDeclaration keys) {
          keys.update(Key.of("target", soFar.getLong(POINTER)));
        }

        @Override
        public Long execute(Long amount, Transaction transaction) {
          Key target = Key.of("target", transaction.getLong(POINTER));
          transaction.putLong(target, transaction.getLong(target) + amount);
          return target.number();
        }
      };

  @Test
  void aRunThatAsksForAKeyWhoseValueIsNotKnownRestarts() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (SteppedPipeline stepped = new SteppedPipeline(config(PipelineMode.BASE, true))) {
      stepped.pipeline.register(POINT);
      stepped.pipeline.register(FOLLOW);
      stepped.pipeline.bindTo(registry);
      // FOLLOW declares in one more round than POINT, so POINT commits first.
      Submitted<Long> follow = stepped.submit(FOLLOW, 1L);
      stepped.submit(POINT, 5L);
      stepped.run();
      assertEquals(5, committed(follow).value());
      assertEquals(1, committed(follow).restarts());
      assertEquals(POINTER, committed(follow).lastConflict().key());
      assertEquals(0, committed(follow).lastConflict().versionRead(), "the version of the run");
      assertEquals(0, stepped.pipeline.counters().repaired());
      assertEquals(1, repairs(registry, FOLLOW, Rerun.UNKNOWN_KEY));
    }
  }

  /** Returns how many repairs of a procedure had this result. */
  private static double repairs(
      SimpleMeterRegistry registry, Procedure<?, ?> procedure, Rerun result) {
    return registry
        .get("yardmaster.procedure.repairs")
        .tags("procedure", procedure.name(), "end", result.name().toLowerCase(Locale.ROOT))
        .functionCounter()
        .count();
  }

  /** Returns the number of entries of a table if the counter is odd, and otherwise 0. */
  private static final Procedure<Long, Long> COUNT_IF_ODD =
      new OnCounter() {
        @Override
        public String name() {
          return "count-if-odd";
        }

        @Override
        public void declareNext(Long argument, Reads soFar, KeyDeclaration keys) {
          if (soFar.getLong(COUNTER) % 2 == 1) {
            keys.scan(ENTRIES);
          }
        }

        @Override
        public Long execute(Long argument, Transaction transaction) {
          boolean odd = transaction.getLong(COUNTER) % 2 == 1;
          return odd ? transaction.scan(ENTRIES).size() : 0L;
        }
      };

  @Test
  void aRepairKeepsTheValuesThatNoCommitHasReplaced() {
    Procedure<Long, Long> addPointer =
        new OnCounter() {
          @Override
          public void declare(Long argument, KeyDeclaration keys) {
            keys.read(POINTER);
            keys.update(COUNTER);
          }

          @Override
          public Long execute(Long argument, Transaction transaction) {
            long sum = transaction.getLong(COUNTER) + transaction.getLong(POINTER);
            transaction.putLong(COUNTER, sum);
            return sum;
          }
        };
    try (SteppedPipeline stepped = new SteppedPipeline(config(PipelineMode.BASE, true))) {
      stepped.pipeline.register(addPointer);
      stepped.pipeline.register(POINT);
      stepped.submit(POINT, 7L);
      stepped.run();
      Submitted<Long> first = stepped.submit(addPointer, 0L);
      Submitted<Long> second = stepped.submit(addPointer, 0L);
      stepped.run();
      assertEquals(1, stepped.pipeline.counters().repaired());
      assertEquals(7, committed(first).value());
      assertEquals(14, committed(second).value());
    }
  }

  @Test
  void aRepairThatAsksForAScanRestarts() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (SteppedPipeline stepped = new SteppedPipeline(config(PipelineMode.BASE, true))) {
      stepped.pipeline.register(ADD);
      stepped.pipeline.register(COUNT_IF_ODD);
      stepped.pipeline.bindTo(registry);
      assertTrue(stepped.store.write(ENTRIES.from(), 1, new byte[8], 0));
      stepped.submit(ADD, 1L);
      Submitted<Long> count = stepped.submit(COUNT_IF_ODD, 0L);
      stepped.run();
      assertEquals(1, committed(count).value());
      assertEquals(1, committed(count).restarts());
      assertEquals(1, repairs(registry, COUNT_IF_ODD, Rerun.UNKNOWN_KEY));
    }
  }

  @Test
  void aRunThatAsksForAKeyWrittenLatelyIsRepairedWithIt() {
    try (SteppedPipeline stepped = new SteppedPipeline(config(PipelineMode.BASE, true))) {
      stepped.pipeline.register(POINT);
      stepped.pipeline.register(FOLLOW);
      stepped.submit(POINT, 5L);
      stepped.run();
      stepped.submit(FOLLOW, 1L);
      stepped.run();
      stepped.submit(POINT, 6L);
      stepped.run();
      // FOLLOW reads pointer 6 and key 6. When FOLLOW is validated, the pointer is 5 again.
      Submitted<Long> follow = stepped.submit(FOLLOW, 1L);
      stepped.submit(POINT, 5L);
      stepped.run();
      assertEquals(5, committed(follow).value());
      assertEquals(0, committed(follow).restarts());
      assertEquals(1, stepped.pipeline.counters().repaired());
      Submitted<Long> again = stepped.submit(FOLLOW, 0L);
      stepped.run();
      assertEquals(5, committed(again).value());
    }
  }

  /**
   * A procedure that behaves correctly while the counter is even, as in the first run, and
   * incorrectly while it is odd, as in a repair.
   */
  private static final class Misbehaving extends OnCounter {
    private final String name;
    private final Runnable misbehaviour;
    private Transaction kept;

    Misbehaving(String name, Runnable misbehaviour) {
      this.name = name;
      this.misbehaviour = misbehaviour;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Long execute(Long amount, Transaction transaction) {
      kept = transaction;
      long before = transaction.getLong(COUNTER);
      if (before % 2 == 1) {
        misbehaviour.run();
      }
      transaction.putLong(COUNTER, before + amount);
      return before;
    }
  }

  @Test
  void aProcedureThatThrowsIsTakenOffTheRepairPathByName() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (SteppedPipeline stepped = new SteppedPipeline(config(PipelineMode.SRVC, true))) {
      Procedure<Long, Long> throwing =
          new Misbehaving(
              "throwing",
              () -> {
                throw new IllegalStateException("odd");
              });
      stepped.pipeline.register(ADD);
      stepped.pipeline.register(throwing);
      stepped.pipeline.bindTo(registry);
      int most = RepairRecord.MAX_PENALTY / 16;
      for (int i = 0; i < most + 3; i++) {
        stepped.submit(ADD, 1L);
        Submitted<Long> outcome = stepped.submit(throwing, 0L);
        stepped.submit(ADD, 1L);
        stepped.run();
        // In the restarted run the counter is even again, so the procedure must end now, if it has
        // not already failed.
        assertTrue(outcome.isDone());
      }
      double threw =
          registry
              .get("yardmaster.procedure.repairs")
              .tags("procedure", "throwing", "end", "threw")
              .functionCounter()
              .count();
      double suspensions =
          registry
              .get("yardmaster.procedure.suspensions")
              .tags("procedure", "throwing")
              .functionCounter()
              .count();
      assertEquals(most, threw);
      assertEquals(1, suspensions);
      assertEquals(
          0,
          registry
              .get("yardmaster.procedure.suspensions")
              .tags("procedure", ADD.name())
              .functionCounter()
              .count());
      assertEquals(
          0,
          registry
              .get("yardmaster.procedure.repairs")
              .tags("procedure", "throwing", "end", "suspended")
              .functionCounter()
              .count(),
          "while the procedure is suspended, its runs must not be marked as repairable");
      // The validator must still repair other procedures.
      Submitted<Long> first = stepped.submit(ADD, 1L);
      Submitted<Long> second = stepped.submit(ADD, 1L);
      stepped.run();
      assertEquals(0, committed(first).restarts() + committed(second).restarts());
    }
  }

  @Test
  void aSlowProcedureIsTakenOffTheRepairPathAndComesBack() {
    try (SteppedPipeline stepped = new SteppedPipeline(config(PipelineMode.BASE, true))) {
      Procedure<Long, Long> slow = new Misbehaving("slow", () -> stepped.nowNs += 600_000);
      stepped.pipeline.register(slow);
      stepped.submit(slow, 1L);
      stepped.run();
      int restarts = 0;
      for (int i = 0; i < 8; i++) {
        Submitted<Long> first = stepped.submit(slow, 2L);
        Submitted<Long> second = stepped.submit(slow, 2L);
        stepped.run();
        restarts += committed(first).restarts() + committed(second).restarts();
      }
      assertEquals(
          4, restarts, "four slow repairs are tolerated; then no more repairs may be tried");
      stepped.nowNs += RepairRecord.FIRST_SUSPENSION_NS;
      Submitted<Long> first = stepped.submit(slow, 2L);
      Submitted<Long> second = stepped.submit(slow, 2L);
      stepped.run();
      assertEquals(0, committed(first).restarts() + committed(second).restarts());
    }
  }

  @Test
  void whenAProcedureIsSuspendedItsOtherRunsInTheBatchAreNotRepaired() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (SteppedPipeline stepped = new SteppedPipeline(config(PipelineMode.BASE, true))) {
      Procedure<Long, Long> throwing =
          new Misbehaving(
              "throwing",
              () -> {
                throw new IllegalStateException("odd");
              });
      stepped.pipeline.register(ADD);
      stepped.pipeline.register(throwing);
      stepped.pipeline.bindTo(registry);
      int most = RepairRecord.MAX_PENALTY / 16;
      stepped.submit(ADD, 1L);
      for (int i = 0; i < most + 3; i++) {
        stepped.submit(throwing, 0L);
      }
      stepped.run();
      assertEquals(most, repairs(registry, throwing, Rerun.THREW));
      assertEquals(3, repairs(registry, throwing, Rerun.SUSPENDED));
    }
  }

  @Test
  void aLoopOverKeysIsCutShortAtTheDeadline() {
    try (SteppedPipeline stepped = new SteppedPipeline(config(PipelineMode.BASE, true))) {
      Misbehaving[] self = new Misbehaving[1];
      self[0] =
          new Misbehaving(
              "looping",
              () -> {
                for (int i = 0; i < 1_000_000; i++) {
                  stepped.nowNs += 1_000;
                  self[0].kept.getLong(COUNTER);
                }
              });
      stepped.pipeline.register(ADD);
      stepped.pipeline.register(self[0]);
      stepped.submit(ADD, 1L);
      Submitted<Long> looping = stepped.submit(self[0], 1L);
      long beganNs = stepped.nowNs;
      // So far, only the validator has run the procedure with an odd counter.
      stepped.stepUntil(() -> stepped.pipeline.counters().aborts() > 0);
      assertTrue(stepped.nowNs - beganNs < 2_000_000, "the repair must end at its time limit");
      stepped.run();
      assertEquals(1, committed(looping).restarts());
    }
  }

  @Test
  void whoKeepsTheHandleOfARepairReachesNothing() {
    try (SteppedPipeline stepped = new SteppedPipeline(config(PipelineMode.BASE, true))) {
      Misbehaving keeping = new Misbehaving("keeping", () -> {});
      stepped.pipeline.register(keeping);
      stepped.submit(keeping, 1L);
      stepped.submit(keeping, 1L);
      stepped.run();
      assertEquals(1, stepped.pipeline.counters().repaired());
      YardmasterException error =
          assertThrows(YardmasterException.class, () -> keeping.kept.putLong(COUNTER, 7));
      assertEquals(ErrorCode.TRANSACTION_OVER, error.code());
    }
  }

  @Test
  void theBudgetOfABatchBoundsItsRepairs() {
    PipelineConfig config =
        config(PipelineMode.BASE, true).toBuilder().repairBudgetNs(100_000).build();
    try (SteppedPipeline stepped = new SteppedPipeline(config)) {
      // Each run takes 30 µs, less than half of the budget.
      Procedure<Long, Long> steady =
          new OnCounter() {
            @Override
            public Long execute(Long amount, Transaction transaction) {
              stepped.nowNs += 30_000;
              return ADD.execute(amount, transaction);
            }
          };
      stepped.pipeline.register(steady);
      for (int i = 0; i < 20; i++) {
        stepped.submit(steady, 1L);
      }
      stepped.stepUntil(() -> stepped.pipeline.counters().batchedRequests() >= 20);
      assertEquals(4, stepped.pipeline.counters().repaired());
    }
  }

  @Test
  void whoFindsLittleOfTheBudgetLeftIsNotSlow() {
    PipelineConfig config =
        config(PipelineMode.BASE, true).toBuilder().repairBudgetNs(100_000).build();
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (SteppedPipeline stepped = new SteppedPipeline(config)) {
      // Two runs use up a batch's budget for repairs, although neither takes much more than half
      // of the budget.
      Procedure<Long, Long> steady =
          new OnCounter() {
            @Override
            public Long execute(Long amount, Transaction transaction) {
              stepped.nowNs += 49_000;
              return ADD.execute(amount, transaction);
            }
          };
      stepped.pipeline.register(steady);
      stepped.pipeline.bindTo(registry);
      for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 10; i++) {
          stepped.submit(steady, 1L);
        }
        stepped.run();
      }
      assertEquals(
          0,
          registry
              .get("yardmaster.procedure.suspensions")
              .tags("procedure", steady.name())
              .functionCounter()
              .count());
    }
  }

  @Test
  void aRecordForgivesWhatSuccessesOutweigh() {
    RepairRecord record = new RepairRecord("p");
    for (int i = 0; i < 1_000; i++) {
      record.ended(Rerun.UNKNOWN_KEY, i, 0);
      record.ended(Rerun.DONE, i, 0);
    }
    assertEquals(0, record.suspensions());
    for (int i = 0; i < RepairRecord.MAX_PENALTY; i++) {
      record.ended(Rerun.UNKNOWN_KEY, 0, 0);
    }
    assertEquals(1, record.suspensions());
    assertTrue(record.isSuspended(0));
  }

  @Test
  void suspensionsGrowLongerWhenTheyFollowOneAnother() {
    RepairRecord record = new RepairRecord("p");
    long nowNs = 0;
    long lengthNs = RepairRecord.FIRST_SUSPENSION_NS;
    for (int suspension = 0; suspension < 10; suspension++) {
      for (int i = 0; i < 4; i++) {
        record.ended(Rerun.THREW, nowNs, 0);
      }
      assertTrue(record.isSuspended(nowNs + lengthNs - 1), "suspension " + suspension);
      nowNs += lengthNs;
      assertTrue(!record.isSuspended(nowNs), "suspension " + suspension);
      lengthNs = Math.min(64 * RepairRecord.FIRST_SUSPENSION_NS, 2 * lengthNs);
    }
  }

  private static void suspend(RepairRecord record, long nowNs) {
    for (int i = 0; i < RepairRecord.MAX_PENALTY; i++) {
      record.ended(Rerun.UNKNOWN_KEY, nowNs, 0);
    }
  }

  @Test
  void aSuspensionAfterALongPauseIsAsShortAsTheFirst() {
    long lengthNs = RepairRecord.FIRST_SUSPENSION_NS;
    for (long pauseNs : new long[] {lengthNs - 1, lengthNs}) {
      RepairRecord record = new RepairRecord("p");
      suspend(record, 0);
      long nowNs = lengthNs + pauseNs;
      suspend(record, nowNs);
      assertEquals(pauseNs < lengthNs, record.isSuspended(nowNs + lengthNs), "pause " + pauseNs);
    }
  }

  @Test
  void aRecordWithoutSuspensionsIsNotSuspendedAtAnyTime() {
    RepairRecord record = new RepairRecord("p");
    for (long nowNs : new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE}) {
      assertFalse(record.isSuspended(nowNs), "time " + nowNs);
    }
  }

  @Test
  void earlierSuccessesDoNotOutweighLaterFailures() {
    RepairRecord record = new RepairRecord("p");
    for (int i = 0; i < 1_000; i++) {
      record.ended(Rerun.DONE, 0, 0);
    }
    suspend(record, 0);
    assertEquals(1, record.suspensions());
  }

  @Test
  void onlyAStallSuspendsAtOnce() {
    RepairRecord paused = new RepairRecord("paused");
    paused.ended(Rerun.DONE, 0, 1_999);
    assertFalse(paused.isSuspended(0));
    RepairRecord stalled = new RepairRecord("stalled");
    stalled.ended(Rerun.DONE, 0, 2_000);
    assertTrue(stalled.isSuspended(0));
  }

  /**
   * A procedure that counts its runs. The argument of the procedure is the number of keys that it
   * reads.
   */
  private static final class ManyKeys extends OnCounter {
    @Override
    public void declare(Long keys, KeyDeclaration declared) {
      declared.update(COUNTER);
      for (long i = 2; i < keys; i++) {
        declared.read(Key.of("other", i));
      }
    }

    @Override
    public Long execute(Long keys, Transaction transaction) {
      transaction.putLong(COUNTER, transaction.getLong(COUNTER) + 1);
      return keys;
    }
  }

  @Test
  void runsOnMoreKeysThanTheStageHasTimeForRestart() {
    for (long keys :
        new long[] {ProcedureCall.MAX_REPAIRED_KEYS, ProcedureCall.MAX_REPAIRED_KEYS + 1}) {
      try (SteppedPipeline stepped = new SteppedPipeline(config(PipelineMode.BASE, true))) {
        Procedure<Long, Long> many = new ManyKeys();
        stepped.pipeline.register(many);
        stepped.submit(many, keys);
        Submitted<Long> stale = stepped.submit(many, keys);
        stepped.run();
        int repairs = keys <= ProcedureCall.MAX_REPAIRED_KEYS ? 1 : 0;
        assertEquals(repairs, stepped.pipeline.counters().repaired());
        assertEquals(1 - repairs, committed(stale).restarts());
      }
    }
  }

  @Test
  void aRunThatIsOverdueDoesNotCommitEvenIfItCatchesThat() {
    try (SteppedPipeline stepped = new SteppedPipeline(config(PipelineMode.BASE, true))) {
      Misbehaving[] self = new Misbehaving[1];
      self[0] =
          new Misbehaving(
              "catching",
              () -> {
                stepped.nowNs += 2_000_000;
                for (int i = 0; i < 64; i++) {
                  try {
                    self[0].kept.getLong(COUNTER);
                  } catch (YardmasterException expected) {
                    assertEquals(ErrorCode.TRANSACTION_OVER, expected.code());
                  }
                }
              });
      stepped.pipeline.register(ADD);
      stepped.pipeline.register(self[0]);
      stepped.submit(ADD, 1L);
      Submitted<Long> catching = stepped.submit(self[0], 1L);
      stepped.run();
      assertEquals(0, stepped.pipeline.counters().repaired());
      assertEquals(1, committed(catching).restarts());
    }
  }
}
