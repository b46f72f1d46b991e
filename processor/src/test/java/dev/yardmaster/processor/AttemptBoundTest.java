package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionServiceContract;
import dev.yardmaster.processor.coordinator.Processor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that no interactive transaction has more runs than the bound allows, even under strong
 * contention.
 */
@Timeout(120)
class AttemptBoundTest {

  private static final int CALLERS = 24;
  private static final int EACH = 60;
  private static final TransactionOptions PATIENT =
      TransactionOptions.defaults().withTimeout(Duration.ofMinutes(2));

  /**
   * The logic of one caller's transaction. The logic returns the amount that it has added to the
   * values.
   */
  private interface Logic {
    long run(Transaction transaction, SplittableRandom random);
  }

  private static Key key(long number) {
    return Key.of("t", number);
  }

  /**
   * Runs the logic in many threads at the same time. Returns the highest number of restarts of any
   * transaction.
   */
  private static int play(PipelineConfig config, int keys, Logic logic) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    try (Pipeline pipeline = Pipeline.start(config)) {
      List<Callable<Integer>> callers = new ArrayList<>();
      for (int caller = 0; caller < CALLERS; caller++) {
        long seed = caller;
        callers.add(() -> call(pipeline, logic, new SplittableRandom(seed)));
      }
      int most = 0;
      for (Future<Integer> caller : threads.invokeAll(callers)) {
        most = Math.max(most, caller.get());
      }
      long sum = 0;
      for (int i = 0; i < keys; i++) {
        Key key = key(i);
        sum += pipeline.execute(transaction -> transaction.getLong(key));
      }
      assertEquals(CALLERS * EACH, sum, "every transaction must add one");
      // The number of conflicts depends on the machine, so the test expects reservations only if a
      // transaction had many restarts.
      if (most >= config.attemptBound() / 2) {
        assertTrue(
            pipeline.counters().reservations() > 0,
            "a transaction with many restarts" + " must have reserved its keys");
      }
      return most;
    } finally {
      threads.shutdownNow();
      assertTrue(threads.awaitTermination(30, TimeUnit.SECONDS));
    }
  }

  private static int call(Pipeline pipeline, Logic logic, SplittableRandom random) {
    int most = 0;
    for (int i = 0; i < EACH; i++) {
      Outcome<Long> outcome =
          pipeline.execute(transaction -> logic.run(transaction, random), PATIENT);
      most = Math.max(most, assertInstanceOf(Outcome.Committed.class, outcome).restarts());
    }
    return most;
  }

  private static PipelineConfig bounded(PipelineMode mode, int attempts) {
    return PipelineConfig.builder()
        .mode(mode)
        .attemptBound(attempts)
        .window(Window.OPEN)
        .hotKeyWaiting(0)
        .reservationNs(1_000_000_000)
        .build();
  }

  @Test
  void whenAllUpdateOneKey() throws Exception {
    for (PipelineMode mode : new PipelineMode[] {PipelineMode.BASE, PipelineMode.SRVC}) {
      int most =
          play(
              bounded(mode, 8),
              1,
              (transaction, random) -> {
                transaction.putLong(key(0), transaction.getLong(key(0)) + 1);
                return 1;
              });
      assertTrue(most < 8, mode.label() + ": " + most + " restarts");
    }
  }

  @Test
  void whoIsSlowerThanItsReservationGoesOnWithout() throws Exception {
    PipelineConfig brief = bounded(PipelineMode.SRVC, 4).toBuilder().reservationNs(1_000).build();
    // In this test, each reservation ends before any transaction can use it. Nevertheless, all
    // transactions must
    // commit.
    play(
        brief,
        1,
        (transaction, random) -> {
          transaction.putLong(key(0), transaction.getLong(key(0)) + 1);
          return 1;
        });
  }

  @Test
  void whenTheKeysAreOthersInEveryRun() throws Exception {
    // Each run accesses other keys than the previous run, so a reservation of the previous run's
    // keys is of little use. For the last attempt, the validator reserves all keys.
    int most =
        play(
            bounded(PipelineMode.SRVC, 4),
            6,
            (transaction, random) -> {
              long sum = 0;
              for (int i = 0; i < 6; i++) {
                sum += transaction.getLong(key(i));
              }
              Key written = key((sum + random.nextInt(6)) % 6);
              transaction.putLong(written, transaction.getLong(written) + 1);
              return 1;
            });
    assertTrue(most < 4, most + " restarts");
  }

  @Test
  void whenEachKeyPointsToTheNext() throws Exception {
    int most =
        play(
            bounded(PipelineMode.SRVC, 8),
            8,
            (transaction, random) -> {
              long next = random.nextInt(8);
              for (int i = 0; i < 4; i++) {
                next = (next + 1 + transaction.getLong(key(next))) % 8;
              }
              transaction.putLong(key(next), transaction.getLong(key(next)) + 1);
              return 1;
            });
    assertTrue(most < 8, most + " restarts");
  }

  @Test
  void reservationsThatRunOutAreNotAskedForEndlessly() {
    PipelineConfig brief =
        bounded(PipelineMode.BASE, 4).toBuilder().repair(false).reservationNs(1_000).build();
    long transactions = 30;
    try (SteppedPipeline stepped = new SteppedPipeline(brief)) {
      stepped.pipeline.register(TransactionServiceContract.ADD);
      for (int i = 0; i < transactions; i++) {
        stepped.submit(TransactionServiceContract.ADD, 1L);
      }
      stepped.stepUntil(
          () -> {
            stepped.nowNs += 10_000;
            return stepped.pipeline.counters().committed() == transactions;
          });
      PipelineCounters counters = stepped.pipeline.counters();
      assertTrue(counters.reservationsExpired() > 0, "a reservation must have expired");
      // With a bound of 4 the third and the fourth run may have a reservation.
      assertTrue(
          counters.reservations() <= 2 * transactions, counters.reservations() + " reservations");
      assertTrue(
          counters.restarts() > 3 * transactions,
          "the test needs more than 3 restarts for each transaction: " + counters.restarts());
    }
  }

  @Test
  void aShareOfTheWindowIsNeverNothing() {
    int[] shares = new int[3];
    for (int i = 0; i < 3; i++) {
      shares[i] = Processor.shareOf(10, 3, i);
    }
    assertArrayEquals(new int[] {4, 3, 3}, shares);
    assertEquals(1, Processor.shareOf(1, 4, 3));
  }
}
