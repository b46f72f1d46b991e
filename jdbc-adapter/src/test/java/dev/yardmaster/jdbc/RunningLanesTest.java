package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.NotStartedException.Reason;
import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.retry.RetryRule;
import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import dev.yardmaster.jdbc.sql.RowUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the failures after which lanes continue, and the ways in which lanes end. */
@Timeout(60)
class RunningLanesTest {
  private static final long LONG_NS = TimeUnit.HOURS.toNanos(1);
  private static final long CLOSE_NS = TimeUnit.SECONDS.toNanos(10);
  private static final List<RowUse> ROW = List.of(new RowUse(1, 1, true));

  private final StubDatabase database = new StubDatabase();
  private RunningLanes lanes;

  @AfterEach
  void close() {
    if (lanes != null) {
      lanes.close();
    }
  }

  private void start(int connections, FailureClassifier classifier, long pauseNs, long closeNs) {
    lanes =
        new RunningLanes(
            database.pool(),
            -1,
            new ScheduleConfig(50, connections, 1_000, 1_000),
            new RetryRule(classifier, 3, LONG_NS, pauseNs, pauseNs),
            closeNs,
            null,
            SystemNanoClock.INSTANCE,
            1,
            null);
  }

  private void start(int connections) {
    start(connections, FailureClassifier.standard(), 0, CLOSE_NS);
  }

  private <R> CompletableFuture<R> submit(List<RowUse> rows, TransactionLogic<R> logic)
      throws NotStartedException {
    PendingTransaction<R> call = new PendingTransaction<>(rows, logic, false);
    lanes.arrive(call);
    return call.outcome();
  }

  private static <R> R done(CompletableFuture<R> outcome) throws Exception {
    return outcome.get(30, TimeUnit.SECONDS);
  }

  private static Throwable failure(CompletableFuture<?> outcome) {
    return assertThrows(ExecutionException.class, () -> done(outcome)).getCause();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(30, TimeUnit.SECONDS), "nobody came");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(BooleanSupplier condition) {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - deadlineNs < 0, "the condition did not hold in time");
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
    }
  }

  @Test
  void anErrorInTheLogicDoesNotEndTheLane() throws Exception {
    start(1);
    OutOfMemoryError own = new OutOfMemoryError("the test's own");
    assertSame(
        own,
        failure(
            submit(
                ROW,
                connection -> {
                  throw own;
                })));
    assertEquals("1", done(submit(ROW, connection -> connection.nativeSQL(""))));
  }

  @Test
  void aDependentThatThrowsDoesNotEndTheLane() throws Exception {
    start(1);
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<Void> first =
        submit(
            ROW,
            connection -> {
              await(goOn);
              return null;
            });
    CompletableFuture<Void> dependent =
        first.thenRun(
            () -> {
              throw new IllegalStateException("what follows");
            });
    goOn.countDown();
    assertInstanceOf(IllegalStateException.class, failure(dependent));
    assertEquals("1", done(submit(ROW, connection -> connection.nativeSQL(""))));
  }

  @Test
  void aDependentThatTakesLongHoldsNobodyElseUp() throws Exception {
    start(2);
    CountDownLatch both = new CountDownLatch(2);
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<Void> first =
        submit(
            ROW,
            connection -> {
              both.countDown();
              await(goOn);
              return null;
            });
    done(
        submit(
            List.of(),
            connection -> {
              both.countDown();
              await(both);
              return null;
            }));
    // The lane of this transaction stays idle until it returns its connection.
    await(() -> database.log().stream().anyMatch(call -> call.endsWith(".close")));
    CompletableFuture<String> second = submit(ROW, connection -> "second");
    CompletableFuture<String> dependent = first.thenApply(nothing -> "after " + second.join());
    await(() -> lanes.figures().heldOver() == 1);
    goOn.countDown();
    assertEquals("after second", done(dependent));
  }

  @Test
  void aClassifierThatThrowsIsToldAndDoesNotEndTheLane() throws Exception {
    IllegalStateException bug = new IllegalStateException("a classifier's bug");
    start(
        1,
        (failure, committing) -> {
          throw bug;
        },
        0,
        CLOSE_NS);
    assertSame(
        bug,
        failure(
            submit(
                ROW,
                connection -> {
                  throw new SQLException("no");
                })));
    assertEquals("2", done(submit(ROW, connection -> connection.nativeSQL(""))));
  }

  @Test
  void aRollbackThatFailsByAnErrorDoesNotEndTheLane() throws Exception {
    start(1);
    StackOverflowError deep = new StackOverflowError("the test's own");
    database.failing("rollback", deep);
    assertSame(
        deep,
        failure(
            submit(
                ROW,
                connection -> {
                  throw new IllegalStateException();
                })));
    assertEquals("2", done(submit(ROW, connection -> connection.nativeSQL(""))));
  }

  @Test
  void anInterruptThatTheLogicLeavesBehindIsNotTheNextOnes() throws Exception {
    start(1);
    done(
        submit(
            ROW,
            connection -> {
              Thread.currentThread().interrupt();
              return null;
            }));
    boolean isInterrupted = done(submit(ROW, connection -> Thread.currentThread().isInterrupted()));
    assertFalse(isInterrupted);
  }

  @Test
  void conflictingTransactionsRunOneAfterTheOther() throws Exception {
    start(4);
    AtomicInteger running = new AtomicInteger();
    List<CompletableFuture<Integer>> outcomes = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      outcomes.add(
          submit(
              ROW,
              connection -> {
                int others = running.getAndIncrement();
                Thread.onSpinWait();
                running.getAndDecrement();
                return others;
              }));
    }
    for (CompletableFuture<Integer> outcome : outcomes) {
      assertEquals(0, done(outcome));
    }
    assertEquals(0, lanes.figures().running());
    assertEquals(0, lanes.figures().queued());
  }

  @Test
  void rowsAreHeldBetweenTheAttempts() throws Exception {
    start(2);
    AtomicInteger attempts = new AtomicInteger();
    AtomicBoolean firstIsDone = new AtomicBoolean();
    CountDownLatch secondIsThere = new CountDownLatch(1);
    CompletableFuture<Void> first =
        submit(
            ROW,
            connection -> {
              await(secondIsThere);
              if (attempts.incrementAndGet() < 3) {
                throw new SQLException("aborted", "40001");
              }
              firstIsDone.set(true);
              return null;
            });
    CompletableFuture<Boolean> second = submit(ROW, connection -> firstIsDone.get());
    secondIsThere.countDown();
    done(first);
    boolean wasAfter = done(second);
    assertTrue(wasAfter);
  }

  @Test
  void closingCutsPausesShort() throws Exception {
    start(1, FailureClassifier.standard(), LONG_NS, 1);
    CountDownLatch began = new CountDownLatch(1);
    CompletableFuture<Void> pausing =
        submit(
            ROW,
            connection -> {
              began.countDown();
              throw new SQLException("aborted", "40001");
            });
    CompletableFuture<Void> queued = submit(ROW, connection -> null);
    await(began);
    lanes.close();
    NotStartedException refused = assertInstanceOf(NotStartedException.class, failure(queued));
    assertEquals(Reason.CLOSED, refused.reason());
    assertInstanceOf(SQLException.class, failure(pausing));
    assertThrows(NotStartedException.class, () -> submit(ROW, connection -> null));
  }

  @Test
  void closingGivesTheConnectionsBackAndEndsTheThreads() throws Exception {
    start(3);
    CountDownLatch all = new CountDownLatch(3);
    List<CompletableFuture<Thread>> threads = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      threads.add(
          submit(
              List.of(),
              connection -> {
                all.countDown();
                await(all);
                return Thread.currentThread();
              }));
    }
    for (CompletableFuture<Thread> thread : threads) {
      done(thread);
    }
    lanes.close();
    lanes.close();
    for (CompletableFuture<Thread> thread : threads) {
      done(thread).join(TimeUnit.SECONDS.toMillis(30));
      assertFalse(done(thread).isAlive());
    }
    assertEquals(3, database.log().stream().filter(call -> call.endsWith(".close")).count());
  }

  @Test
  void anInterruptOfWhoClosesIsKept() throws Exception {
    start(1);
    CountDownLatch began = new CountDownLatch(1);
    CompletableFuture<Void> stuck =
        submit(
            ROW,
            connection -> {
              began.countDown();
              await(new CountDownLatch(1));
              return null;
            });
    await(began);
    Thread.currentThread().interrupt();
    lanes.close();
    assertTrue(Thread.interrupted());
    assertInstanceOf(AssertionError.class, failure(stuck), "the lane was interrupted");
  }

  @Test
  void closingWaitsOnlyOnceForAllLanesThatHang() throws Exception {
    int hanging = 8;
    start(hanging, FailureClassifier.standard(), 0, 1);
    CountDownLatch began = new CountDownLatch(hanging);
    CountDownLatch released = new CountDownLatch(1);
    List<CompletableFuture<Void>> outcomes = new ArrayList<>();
    for (int i = 0; i < hanging; i++) {
      outcomes.add(
          submit(
              List.of(),
              connection -> {
                began.countDown();
                // Like a read from a socket, this wait ignores interrupts.
                while (released.getCount() > 0) {
                  Thread.onSpinWait();
                  LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
                return null;
              }));
    }
    await(began);
    long beganNs = System.nanoTime();
    lanes.close();
    long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
    released.countDown();
    for (CompletableFuture<Void> outcome : outcomes) {
      done(outcome);
    }
    assertTrue(tookMs < 1_000L * hanging / 2, "tookMs=" + tookMs);
  }
}
