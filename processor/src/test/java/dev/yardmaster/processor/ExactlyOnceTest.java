package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.processor.SteppedPipeline.Submitted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests transactions that have an id; the test controls the schedule and the clocks. */
@Timeout(60)
class ExactlyOnceTest {

  private static final Key COUNTER = Key.of("t", 1);
  private static final long RETENTION_MS = 1_000;
  private static final int MOST = 1_000;

  /**
   * Adds to the counter and returns the counter's previous value. Aborts if the counter is above
   * 1,000,000.
   */
  private static final Procedure<Long, Long> ADD =
      new Procedure<>() {
        @Override
        public String name() {
          return "add";
        }

        @Override
        public void declare(Long amount, KeyDeclaration keys) {
          keys.update(COUNTER);
        }

        @Override
        public Long execute(Long amount, Transaction transaction) {
          long before = transaction.getLong(COUNTER);
          if (before + amount > 1_000_000) {
            throw transaction.abort("beyond a million from " + before);
          }
          transaction.putLong(COUNTER, before + amount);
          return before;
        }
      };

  private static SteppedPipeline stepped(boolean repair, int attemptBound) {
    SteppedPipeline stepped =
        new SteppedPipeline(
            PipelineConfig.builder()
                .mode(PipelineMode.BASE)
                .repair(repair)
                .window(Window.OPEN)
                .hotKeyWaiting(0)
                .attemptBound(attemptBound)
                .outcomeRetentionMs(RETENTION_MS)
                .maxOutcomes(MOST)
                .build());
    stepped.pipeline.register(ADD);
    return stepped;
  }

  private static TransactionId id(long createdMs, int number) {
    return new TransactionId(createdMs, 0, number);
  }

  private static ErrorCode rejectionOf(Submitted<?> submitted) {
    return rejectionOf(submitted.outcome());
  }

  private static ErrorCode rejectionOf(Outcome<?> outcome) {
    return assertInstanceOf(Outcome.Rejected.class, outcome, () -> "outcome: " + outcome)
        .error()
        .code();
  }

  // The class literal of a generic type has no type argument, so the cast is unchecked.
  @SuppressWarnings("unchecked")
  private static <R> Outcome.Committed<R> committed(Submitted<R> submitted) {
    return assertInstanceOf(Outcome.Committed.class, submitted.outcome());
  }

  private static long counter(SteppedPipeline stepped) {
    Submitted<Long> read = stepped.submit(ADD, 0L);
    stepped.run();
    return read.outcome().valueOrThrow();
  }

  @Test
  void aDuplicateThatIsRepairedFindsTheOutcomeOfTheOther() {
    try (SteppedPipeline stepped = stepped(true, 0)) {
      List<List<Submitted<Long>>> outcomes = new ArrayList<>();
      for (int number = 0; number < 10; number++) {
        outcomes.add(
            List.of(
                stepped.submit(ADD, 1L, id(1, number)), stepped.submit(ADD, 1L, id(1, number))));
      }
      stepped.run();
      for (List<Submitted<Long>> same : outcomes) {
        assertEquals(committed(same.get(0)), committed(same.get(1)));
        assertEquals(0, committed(same.get(0)).restarts());
      }
      assertEquals(10, counter(stepped));
      assertEquals(19, stepped.pipeline.counters().repaired());
      assertEquals(11, stepped.pipeline.counters().committed());
    }
  }

  @Test
  void aRepairedRunKeepsItsOwnResult() {
    try (SteppedPipeline stepped = stepped(true, 0)) {
      List<Submitted<Long>> outcomes = new ArrayList<>();
      for (int number = 0; number < 20; number++) {
        outcomes.add(stepped.submit(ADD, 1L, id(1, number)));
      }
      stepped.run();
      assertEquals(19, stepped.pipeline.counters().repaired());
      for (int number = 0; number < 20; number++) {
        Submitted<Long> again = stepped.submit(ADD, 1L, id(1, number));
        Submitted<TransactionStatus> status = stepped.status(id(1, number));
        stepped.run();
        assertEquals(number, committed(again).value());
        assertEquals(outcomes.get(number).outcome(), again.outcome());
        assertEquals(again.outcome(), status.outcome().valueOrThrow().outcome());
      }
      assertEquals(20, counter(stepped));
    }
  }

  @Test
  void anAbortThatARepairedRunDecidesOnIsKept() {
    try (SteppedPipeline stepped = stepped(true, 0)) {
      stepped.submit(ADD, 600_000L, id(1, 1));
      Submitted<Long> second = stepped.submit(ADD, 600_000L, id(1, 2));
      stepped.run();
      assertEquals(1, stepped.pipeline.counters().repaired());
      Outcome<Long> aborted =
          new Outcome.Aborted<>(AbortCause.USER, "beyond a million from 600000", 0, null);
      assertEquals(aborted, second.outcome());
      stepped.submit(ADD, -600_000L);
      Submitted<Long> again = stepped.submit(ADD, 600_000L, id(1, 2));
      stepped.run();
      assertEquals(aborted, again.outcome());
      assertEquals(0, counter(stepped));
    }
  }

  @Test
  void aStatusThatCommitsFirstFencesWhatIsUnderWay() {
    for (boolean repair : new boolean[] {true, false}) {
      try (SteppedPipeline stepped = stepped(repair, 0)) {
        Submitted<TransactionStatus> status = stepped.status(id(1, 1));
        Submitted<Long> late = stepped.submit(ADD, 1L, id(1, 1));
        Submitted<Long> early = stepped.submit(ADD, 1L, id(1, 2));
        Submitted<TransactionStatus> lateStatus = stepped.status(id(1, 2));
        stepped.run();
        assertFalse(status.outcome().valueOrThrow().isCommitted());
        assertEquals(ErrorCode.ID_ABORTED, rejectionOf(late));
        assertTrue(lateStatus.outcome().valueOrThrow().isCommitted());
        assertEquals(0, committed(early).value());
        assertEquals(1, counter(stepped));
      }
    }
  }

  @Test
  void whatHasItsKeysReservedTakesPlaceOnce() {
    try (SteppedPipeline stepped = stepped(false, 4)) {
      List<List<Submitted<Long>>> outcomes = new ArrayList<>();
      for (int number = 0; number < 30; number++) {
        outcomes.add(
            List.of(
                stepped.submit(ADD, 1L, id(1, number)), stepped.submit(ADD, 1L, id(1, number))));
      }
      stepped.run();
      for (List<Submitted<Long>> same : outcomes) {
        assertEquals(committed(same.get(0)).value(), committed(same.get(1)).value());
      }
      assertTrue(stepped.pipeline.counters().reservations() > 0);
      assertEquals(30, counter(stepped));
    }
  }

  private static void letForget(SteppedPipeline stepped, long ms) {
    stepped.nowMs += ms;
    for (int i = 0; i < 10; i++) {
      stepped.nowNs += 1_000_000;
      stepped.step();
    }
  }

  @Test
  void outcomesAreForgottenByTime() {
    try (SteppedPipeline stepped = stepped(true, 0)) {
      stepped.nowMs = 10_000;
      Submitted<Long> first = stepped.submit(ADD, 1L, id(10_000, 1));
      stepped.run();
      letForget(stepped, RETENTION_MS);
      assertEquals(1, stepped.store.reservedSize());
      Submitted<Long> again = stepped.submit(ADD, 1L, id(10_000, 1));
      stepped.run();
      assertEquals(first.outcome(), again.outcome());
      letForget(stepped, 1);
      assertEquals(0, stepped.store.reservedSize());
      assertEquals(1, stepped.store.size());
      Submitted<Long> late = stepped.submit(ADD, 1L, id(10_000, 1));
      Submitted<TransactionStatus> status = stepped.status(id(10_000, 1));
      stepped.run();
      assertEquals(ErrorCode.EXPIRED_ID, rejectionOf(late));
      assertEquals(ErrorCode.EXPIRED_ID, rejectionOf(status));
      assertEquals(1, counter(stepped));
    }
  }

  @Test
  void aClockThatJumpsBackLetsNothingTakePlaceTwice() {
    try (SteppedPipeline stepped = stepped(true, 0)) {
      stepped.nowMs = 10_000;
      stepped.submit(ADD, 1L, id(10_000, 1));
      stepped.run();
      letForget(stepped, RETENTION_MS + 1);
      stepped.nowMs = 10_000;
      Submitted<Long> again = stepped.submit(ADD, 1L, id(10_000, 1));
      stepped.run();
      assertEquals(ErrorCode.EXPIRED_ID, rejectionOf(again));
      assertEquals(1, counter(stepped));
    }
  }

  @Test
  void theOldestOutcomesAreForgottenByCount() {
    try (SteppedPipeline stepped = stepped(true, 0)) {
      stepped.nowMs = 1;
      for (int number = 0; number < MOST + 200; number++) {
        stepped.submit(ADD, 1L, id(1 + number / 2, number));
        if (number % 50 == 0) {
          stepped.run();
        }
      }
      stepped.run();
      letForget(stepped, 0);
      assertEquals(MOST, stepped.store.reservedSize());
      Submitted<Long> oldest = stepped.submit(ADD, 1L, id(1, 0));
      Submitted<Long> lastForgotten = stepped.submit(ADD, 1L, id(100, 199));
      Submitted<Long> firstKept = stepped.submit(ADD, 1L, id(101, 200));
      stepped.run();
      assertEquals(ErrorCode.EXPIRED_ID, rejectionOf(oldest));
      assertEquals(ErrorCode.EXPIRED_ID, rejectionOf(lastForgotten));
      assertTrue(committed(firstKept).commitVersion() > 0);
      assertEquals(MOST + 200, counter(stepped));
    }
  }

  /**
   * Returns a pipeline whose log threshold is so short that the pipeline writes one checkpoint
   * after another.
   */
  private static SteppedPipeline durable(Path directory) {
    SteppedPipeline stepped =
        new SteppedPipeline(
            PipelineConfig.builder()
                .durability(Durability.in(directory).withLengths(1 << 16, 1 << 16))
                .outcomeRetentionMs(RETENTION_MS)
                .maxOutcomes(MOST)
                .build());
    stepped.pipeline.register(ADD);
    stepped.nowMs = 1;
    return stepped;
  }

  @Test
  void whatWasForgottenIsRefusedAfterARestart(@TempDir Path directory) {
    try (SteppedPipeline stepped = durable(directory)) {
      for (int number = 0; number < MOST + 200; number++) {
        stepped.submit(ADD, 1L, id(1 + number / 2, number));
        if (number % 50 == 0) {
          stepped.run();
        }
      }
      stepped.run();
      letForget(stepped, 0);
      assertEquals(MOST, stepped.store.reservedSize());
      // The test waits for two checkpoints, because the first one may have begun before the
      // transaction.
      long checkpoints = 2 + stepped.pipeline.counters().checkpoints();
      while (stepped.pipeline.counters().checkpoints() < checkpoints) {
        stepped.submit(ADD, 0L);
        stepped.run();
      }
    }
    try (SteppedPipeline stepped = durable(directory)) {
      assertEquals(MOST, stepped.store.reservedSize());
      Submitted<Long> forgotten = stepped.submit(ADD, 1L, id(100, 199));
      Submitted<Long> kept = stepped.submit(ADD, 1L, id(101, 200));
      stepped.run();
      assertEquals(ErrorCode.EXPIRED_ID, rejectionOf(forgotten));
      assertTrue(committed(kept).commitVersion() > 0);
      assertEquals(MOST + 200, counter(stepped));
    }
  }

  @Test
  void aRepeatedLambdaEndsAtItsFirstRead() {
    try (TransactionService service = Pipeline.start(PipelineConfig.defaults())) {
      TransactionOptions once =
          TransactionOptions.defaults().withId(TransactionIds.ofThisMachine().next());
      List<Long> read = new ArrayList<>();
      TransactionLogic<Long> add =
          transaction -> {
            read.add(transaction.getLong(COUNTER));
            return 1L;
          };
      assertEquals(service.execute(add, once), service.execute(add, once));
      assertEquals(1, read.size());
    }
  }

  @Test
  void anIdMayBeUsedAgainAfterTheServiceGaveUp() {
    try (SteppedPipeline stepped = stepped(false, 0)) {
      TransactionOptions once = TransactionOptions.defaults().withMaxAttempts(1).withId(id(1, 1));
      stepped.submit(ADD, 1L);
      var gaveUp = stepped.pipeline.submit(ADD, 1L, once).toCompletableFuture();
      stepped.run();
      stepped.stepUntil(gaveUp::isDone);
      assertInstanceOf(Outcome.Aborted.class, gaveUp.join());
      assertEquals(0, stepped.store.reservedSize());
      Submitted<Long> again = stepped.submit(ADD, 1L, id(1, 1));
      stepped.run();
      assertEquals(1, committed(again).value());
    }
  }
}
