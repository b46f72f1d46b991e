package dev.yardmaster.processor.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineMode;
import dev.yardmaster.processor.SteppedPipeline;
import dev.yardmaster.processor.SteppedPipeline.Submitted;
import dev.yardmaster.processor.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what happens to a transaction after a conflict. */
@Timeout(60)
class TransitionsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final TransactionOptions OPTIONS =
      TransactionOptions.defaults().withTimeout(TIMEOUT);

  private static PipelineConfig.Builder config() {
    return PipelineConfig.builder()
        .mode(PipelineMode.BASE)
        .repair(false)
        .window(Window.OPEN)
        .hotKeyWaiting(0)
        .attemptBound(0);
  }

  private static Submitted<OneShot.Result> add(SteppedPipeline stepped) {
    OneShot add = OneShot.builder().add(Key.of("t", 1), 1).build();
    return new Submitted<>(stepped.pipeline.submit(add, OPTIONS).toCompletableFuture());
  }

  @Test
  void aConflictAfterTheDeadlineEndsTheTransaction() {
    for (long ns : new long[] {TIMEOUT.toNanos() - 1, TIMEOUT.toNanos()}) {
      try (SteppedPipeline stepped = new SteppedPipeline(config().build())) {
        Submitted<OneShot.Result> first = add(stepped);
        Submitted<OneShot.Result> second = add(stepped);
        stepped.runs = agent -> !agent.roleName().startsWith("validat");
        for (int i = 0; i < 10; i++) {
          stepped.step();
        }
        stepped.nowNs += ns;
        stepped.runs = agent -> true;
        stepped.stepUntil(() -> first.isDone() && second.isDone());
        assertInstanceOf(Outcome.Committed.class, first.outcome());
        boolean late = ns == TIMEOUT.toNanos();
        if (late) {
          Outcome.Aborted<?> aborted = assertInstanceOf(Outcome.Aborted.class, second.outcome());
          assertEquals(AbortCause.TIMEOUT, aborted.cause());
          assertNotNull(aborted.lastConflict());
        } else {
          assertInstanceOf(Outcome.Committed.class, second.outcome());
        }
        assertEquals(late ? 0 : 1, stepped.pipeline.counters().restarts());
        assertEquals(
            late ? 1 : 0, stepped.pipeline.counters().abortedRuns().get(AbortCause.TIMEOUT));
        stepped.step();
        assertEquals(0, stepped.pipeline.load().inFlight());
      }
    }
  }

  @Test
  void theConflictIsReportedOnlyIfConflictReportsAreEnabled() {
    for (boolean reports : new boolean[] {false, true}) {
      try (SteppedPipeline stepped =
          new SteppedPipeline(config().conflictReports(reports).build())) {
        Submitted<OneShot.Result> first = add(stepped);
        Submitted<OneShot.Result> second = add(stepped);
        stepped.stepUntil(() -> first.isDone() && second.isDone());
        Outcome.Committed<?> restarted =
            assertInstanceOf(Outcome.Committed.class, second.outcome());
        assertEquals(1, restarted.restarts());
        if (reports) {
          assertNotNull(restarted.lastConflict());
        } else {
          assertNull(restarted.lastConflict());
        }
        for (int i = 0; i < 3; i++) { // These transactions reuse the slots.
          Submitted<OneShot.Result> next = add(stepped);
          stepped.stepUntil(next::isDone);
          assertNull(assertInstanceOf(Outcome.Committed.class, next.outcome()).lastConflict());
        }
      }
    }
  }

  /** The deadline passes while the logic runs at the caller, after it has used the processor. */
  @Test
  void aTransactionWhoseCallerIsTooSlowLeavesTheWholeWindow() {
    try (SteppedPipeline stepped = new SteppedPipeline(config().window(Window.fixed(1)).build())) {
      Outcome<Object> slow =
          stepped.pipeline.execute(
              transaction -> {
                transaction.scan(Key.of("t", 1), null, 1);
                stepped.nowNs += TIMEOUT.toNanos();
                stepped.step();
                return transaction.scan(Key.of("t", 2), null, 1);
              },
              OPTIONS);
      assertEquals(AbortCause.TIMEOUT, assertInstanceOf(Outcome.Aborted.class, slow).cause());
      Submitted<OneShot.Result> first = add(stepped);
      Submitted<OneShot.Result> second = add(stepped);
      stepped.step();
      assertEquals(1, stepped.pipeline.load().inFlight());
      stepped.stepUntil(() -> first.isDone() && second.isDone());
    }
  }

  @Test
  void theCountersTellHowTransactionsEnded() {
    try (SteppedPipeline stepped = new SteppedPipeline(config().build())) {
      TransactionOptions once = OPTIONS.withId(new TransactionId(0, 0, 1));
      for (int i = 0; i < 2; i++) {
        assertInstanceOf(Outcome.Committed.class, stepped.pipeline.execute(transaction -> 1, once));
      }
      stepped.pipeline.execute(
          transaction -> {
            throw transaction.abort("no");
          },
          OPTIONS);
      stepped.pipeline.execute(
          transaction -> {
            throw new IllegalStateException("failed");
          },
          OPTIONS);
      ProcessorCounters counters =
          stepped.pipeline.agents().stream()
              .filter(Processor.class::isInstance)
              .map(agent -> ((Processor) agent).counters())
              .findFirst()
              .orElseThrow();
      assertEquals(4, counters.get(ProcessorCounter.ADMITTED));
      assertEquals(4, counters.get(ProcessorCounter.COMPLETED));
      assertEquals(1, counters.get(ProcessorCounter.COMMITTED));
      assertEquals(1, counters.get(ProcessorCounter.REPEATED));
      assertEquals(1, counters.get(ProcessorCounter.LOGIC_FAILED));
      assertEquals(1, stepped.pipeline.counters().abortedRuns().get(AbortCause.USER));
    }
  }

  /** Adds 1 to the key of its table with the number of its runs so far, or always to key 0. */
  private static final class Roaming implements Procedure<Long, Long> {
    private final boolean roams;
    private int runs;

    Roaming(boolean roams) {
      this.roams = roams;
    }

    Key key(int run) {
      return Key.of("roaming", roams ? run : 0);
    }

    Key nextKey() {
      return key(runs);
    }

    @Override
    public String name() {
      return "roaming";
    }

    @Override
    public void declare(Long argument, KeyDeclaration keys) {
      keys.update(key(runs++));
    }

    @Override
    public Long execute(Long argument, Transaction transaction) {
      Key key = key(runs - 1);
      transaction.putLong(key, transaction.getLong(key) + argument);
      return argument;
    }
  }

  /**
   * Runs a procedure while other transactions write the key of its next run at each step. Returns
   * the number of its restarts.
   */
  private static int restartsUnderWrites(Roaming procedure) {
    try (SteppedPipeline stepped = new SteppedPipeline(config().attemptBound(4).build())) {
      stepped.pipeline.register(procedure);
      Submitted<Long> outcome = stepped.submit(procedure, 1L);
      List<Submitted<OneShot.Result>> writes = new ArrayList<>();
      stepped.stepUntil(
          () -> {
            OneShot write = OneShot.builder().put(procedure.nextKey(), new byte[8]).build();
            writes.add(
                new Submitted<>(
                    stepped
                        .pipeline
                        .submit(write, OPTIONS.withMaxAttempts(1))
                        .toCompletableFuture()));
            return outcome.isDone();
          });
      stepped.stepUntil(() -> writes.stream().allMatch(Submitted::isDone));
      return assertInstanceOf(Outcome.Committed.class, outcome.outcome()).restarts();
    }
  }

  @Test
  void halfOfTheAttemptsAreMadeBeforeTheKnownKeysAreReserved() {
    assertEquals(2, restartsUnderWrites(new Roaming(false)));
  }

  @Test
  void theLastAttemptHasAllKeysReserved() {
    assertEquals(3, restartsUnderWrites(new Roaming(true)));
  }

  @Test
  void aTransactionThatWaitsForAReservationCountsOnceWhenItRunsAgain() {
    try (SteppedPipeline stepped =
        new SteppedPipeline(config().attemptBound(2).window(Window.fixed(2)).build())) {
      for (int round = 0; round < 3; round++) {
        Submitted<OneShot.Result> first = add(stepped);
        Submitted<OneShot.Result> second = add(stepped);
        stepped.step();
        assertEquals(2, stepped.pipeline.load().inFlight(), "round " + round);
        stepped.stepUntil(() -> first.isDone() && second.isDone());
        stepped.stepUntil(() -> stepped.pipeline.load().inFlight() == 0);
      }
      assertEquals(3, stepped.pipeline.counters().reservations());
    }
  }
}
