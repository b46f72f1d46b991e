package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.retry.RetryRule;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests when and on which connection a transaction is retried, and which exception its caller gets.
 */
@Timeout(60)
class TransactionRunnerTest {
  private static final long DEADLINE_NS = TimeUnit.MILLISECONDS.toNanos(1);

  private final StubDatabase database = new StubDatabase();
  private final SchedulerCounters counters = new SchedulerCounters();
  private final AtomicLong nowNs = new AtomicLong(Long.MAX_VALUE - 10);
  private final LeasedConnection leased =
      new LeasedConnection(database.pool(), Connection.TRANSACTION_SERIALIZABLE);
  private final List<Throwable> toThrow = new ArrayList<>();
  private RetryRule rule = new RetryRule(FailureClassifier.standard(), 5, DEADLINE_NS, 0, 0);
  private int runs;

  private static SQLException aborted() {
    return new SQLException("could not serialize access", "40001", 77);
  }

  private static SQLException lost() {
    return new SQLException("connection reset", "08006");
  }

  /**
   * Runs a transaction. Each run throws the next prescribed failure; after the last failure, a run
   * returns.
   */
  private PendingTransaction<String> run(boolean singleStatement) {
    PendingTransaction<String> call =
        new PendingTransaction<>(
            List.of(),
            connection -> {
              if (runs++ < toThrow.size()) {
                Throwable failure = toThrow.get(runs - 1);
                if (failure instanceof SQLException thrown) {
                  throw thrown;
                }
                if (failure instanceof RuntimeException bug) {
                  throw bug;
                }
                throw (Error) failure;
              }
              return connection.nativeSQL("");
            },
            singleStatement);
    call.deadlineNs = nowNs.get() + DEADLINE_NS;
    new TransactionRunner(leased, rule, nowNs::get, new SplittableRandom(1), counters, null)
        .run(call);
    call.complete();
    return call;
  }

  private static Throwable failure(PendingTransaction<?> call) {
    try {
      Object result = call.outcome().join();
      throw new AssertionError("the transaction must fail, but it gave a result: " + result);
    } catch (CompletionException failed) {
      return failed.getCause();
    }
  }

  private List<String> log() {
    return database.log().stream()
        .filter(call -> !call.contains("etAutoCommit") && !call.contains("setTransaction"))
        .toList();
  }

  @Test
  void itRunsAndCommits() {
    assertEquals("1", run(false).outcome().join());
    assertEquals(
        List.of(
            "pool.getConnection",
            "1.getAutoCommit",
            "1.setTransactionIsolation",
            "1.setAutoCommit",
            "1.nativeSQL",
            "1.commit"),
        database.log());
    assertEquals(1, counters.committed.sum());
  }

  @Test
  void aSingleStatementCommitsItself() {
    assertEquals("1", run(true).outcome().join());
    assertEquals(List.of("pool.getConnection", "1.nativeSQL"), log());
    assertEquals(
        "1", run(false).outcome().join(), "the next transaction must use the same connection");
  }

  @Test
  void whatIsAbortedRunsAgainOnTheSameConnectionAfterARollback() {
    toThrow.add(aborted());
    toThrow.add(aborted());
    assertEquals("1", run(false).outcome().join());
    assertEquals(
        List.of("pool.getConnection", "1.rollback", "1.rollback", "1.nativeSQL", "1.commit"),
        log());
    assertEquals(2, counters.aborted.sum());
    assertEquals(1, counters.committed.sum());
  }

  @Test
  void whatIsAbortedAtTheCommitRunsAgainToo() {
    database.failing("commit", aborted());
    assertEquals("1", run(false).outcome().join());
    assertEquals(
        List.of(
            "pool.getConnection",
            "1.nativeSQL",
            "1.commit",
            "1.rollback",
            "1.nativeSQL",
            "1.commit"),
        log());
    assertEquals(2, runs);
  }

  @Test
  void aSingleStatementThatIsAbortedRunsAgain() {
    toThrow.add(aborted());
    assertEquals("1", run(true).outcome().join());
    assertEquals(2, runs);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aConnectionThatThePoolGaveUpIsReplaced(boolean singleStatement) {
    toThrow.add(new SQLException("cached plan must not change result type", "0A000"));
    database.close(1);
    assertEquals("0A000", ((SQLException) failure(run(singleStatement))).getSQLState());
    assertEquals("2", run(singleStatement).outcome().join());
  }

  @Test
  void aConnectionWhoseModeCannotBeSetIsReplaced() {
    assertEquals("1", run(true).outcome().join());
    database.failing("setAutoCommit", new SQLException("not now", "HY000"));
    assertEquals("HY000", ((SQLException) failure(run(false))).getSQLState());
    assertEquals("2", run(false).outcome().join());
  }

  @Test
  void aConnectionGoesBackInTheModeInWhichItCame() {
    assertEquals("1", run(false).outcome().join());
    leased.giveBack();
    List<String> calls = database.log();
    assertEquals(
        List.of("1.setAutoCommit", "1.close"), calls.subList(calls.size() - 2, calls.size()));
  }

  @Test
  void aConnectionThatIsLostBeforeTheCommitIsReplaced() {
    toThrow.add(lost());
    assertEquals("2", run(false).outcome().join());
    assertEquals(
        List.of("pool.getConnection", "1.close", "pool.getConnection", "2.nativeSQL", "2.commit"),
        log());
    assertEquals(0, counters.aborted.sum());
  }

  @Test
  void aConnectionThatIsLostInTheCommitIsNotFollowedByAnotherRun() {
    SQLException lost = lost();
    database.failing("commit", lost);
    AmbiguousCommitException unknown =
        assertInstanceOf(AmbiguousCommitException.class, failure(run(false)));
    assertSame(lost, unknown.getCause());
    assertEquals("40003", unknown.getSQLState());
    assertEquals(1, runs);
    assertEquals(List.of("pool.getConnection", "1.nativeSQL", "1.commit", "1.close"), log());
    assertEquals(1, counters.ambiguous.sum());
  }

  @Test
  void aSingleStatementWhoseConnectionIsLostIsNotRunAgain() {
    toThrow.add(lost());
    assertInstanceOf(AmbiguousCommitException.class, failure(run(true)));
    assertEquals(1, runs);
  }

  @Test
  void aCommitThatBreaksByABugMayHaveTakenPlace() {
    IllegalStateException bug = new IllegalStateException("a driver's bug");
    database.failing("commit", bug);
    assertSame(bug, failure(run(false)).getCause());
    assertEquals(1, counters.ambiguous.sum());
    assertTrue(log().contains("1.close"));
  }

  @Test
  void aConstraintThatIsCheckedAtTheCommitIsAnOrdinaryFailure() {
    SQLException violated = new SQLException("violates foreign key", "23503");
    database.failing("commit", violated);
    assertSame(violated, failure(run(false)));
    assertEquals(1, counters.failed.sum());
    assertEquals("1", run(false).outcome().join());
  }

  @Test
  void attemptsAreCounted() {
    rule = new RetryRule(FailureClassifier.standard(), 3, DEADLINE_NS, 0, 0);
    List<SQLException> failures = List.of(aborted(), aborted(), aborted(), aborted());
    toThrow.addAll(failures);
    RetriesExhaustedException exhausted =
        assertInstanceOf(RetriesExhaustedException.class, failure(run(false)));
    assertEquals(3, exhausted.attempts());
    assertEquals(3, runs);
    assertEquals("40001", exhausted.getSQLState());
    assertEquals(77, exhausted.getErrorCode());
    assertSame(failures.get(2), exhausted.getCause());
    assertEquals(1, counters.exhausted.sum());
    assertEquals(3, counters.aborted.sum());
    assertEquals(
        "1.rollback", log().get(log().size() - 1), "the runner must roll back the transaction");
  }

  @Test
  void afterTheDeadlineNothingRunsAgain() {
    toThrow.addAll(List.of(aborted(), aborted(), aborted()));
    rule =
        new RetryRule(
            (failure, committing) -> {
              // The clock's values wrap around, as the values of System.nanoTime may.
              nowNs.addAndGet(DEADLINE_NS / 2);
              return FailureClassifier.standard().classify(failure, committing);
            },
            5,
            DEADLINE_NS,
            0,
            0);
    RetriesExhaustedException exhausted =
        assertInstanceOf(RetriesExhaustedException.class, failure(run(false)));
    assertEquals(2, exhausted.attempts());
  }

  @Test
  void theUsersOwnExceptionIsGivenAsItIs() {
    for (Throwable own :
        List.of(
            new IllegalStateException("broke"),
            new SQLException("syntax", "42601"),
            new TestError())) {
      runs = 0;
      toThrow.clear();
      toThrow.add(own);
      assertSame(own, failure(run(false)));
      assertEquals(1, runs);
    }
    assertEquals(3, log().stream().filter("1.rollback"::equals).count());
    assertEquals(3, counters.failed.sum());
  }

  @Test
  void aConnectionThatCannotRollBackIsGivenUp() {
    for (Throwable failure : List.of(lost(), new IllegalStateException("broken"))) {
      database.failing("rollback", failure);
      toThrow.add(aborted());
    }
    assertEquals("3", run(false).outcome().join());
    assertEquals(
        List.of(
            "pool.getConnection",
            "1.rollback",
            "1.close",
            "pool.getConnection",
            "2.rollback",
            "2.close",
            "pool.getConnection",
            "3.nativeSQL",
            "3.commit"),
        log());
  }

  @Test
  void aConnectionThatCannotBeClosedIsForgotten() {
    database.failing("close", new SQLException("no"));
    toThrow.add(lost());
    assertEquals("2", run(false).outcome().join());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whereNoConnectionIsHadNothingWasSent(boolean singleStatement) {
    SQLException refused = new SQLException("connection refused", "08001");
    for (int i = 0; i < 5; i++) {
      database.failing("getConnection", refused);
    }
    RetriesExhaustedException exhausted =
        assertInstanceOf(RetriesExhaustedException.class, failure(run(singleStatement)));
    assertEquals("08001", exhausted.getSQLState());
    assertEquals(5, exhausted.attempts());
    assertEquals(0, runs);
    database.failing("getConnection", refused);
    assertEquals("1", run(singleStatement).outcome().join());
  }

  @Test
  void aPoolThatFailsOtherwiseIsTold() {
    SQLException bad = new SQLException("password authentication failed", "28P01");
    database.failing("getConnection", bad);
    assertSame(bad, failure(run(false)));
    assertEquals(0, runs);
  }

  @ParameterizedTest
  @ValueSource(strings = {"getAutoCommit", "setTransactionIsolation"})
  void aConnectionThatIsNotAsItHasToBeIsNotUsed(String call) {
    SQLException no = new SQLException("not now", "0A000");
    database.failing(call, no);
    assertSame(no, failure(run(false)));
    assertEquals("2", run(false).outcome().join());
    assertEquals("1.close", log().get(1));
    assertTrue(database.log().contains("2.setTransactionIsolation"));
  }

  @Test
  void anInterruptedThreadDoesNotRunAgain() {
    toThrow.add(aborted());
    Thread.currentThread().interrupt();
    assertInstanceOf(RetriesExhaustedException.class, failure(run(false)));
    assertTrue(Thread.interrupted(), "the flag stays");
  }

  @Test
  void anExceptionOfTheNetworkThatTheLogicThrewIsItsOwn() {
    toThrow.add(new IllegalStateException(new IOException("of another service")));
    assertSame(toThrow.get(0), failure(run(false)));
  }

  @Test
  void pausesGrowAndNeverExceedTheirLimit() {
    RetryRule growing = new RetryRule(FailureClassifier.standard(), 100, DEADLINE_NS, 3, 40);
    assertEquals(3, growing.mostPauseNs(1));
    assertEquals(6, growing.mostPauseNs(2));
    assertEquals(24, growing.mostPauseNs(4));
    assertEquals(40, growing.mostPauseNs(5));
    assertEquals(40, growing.mostPauseNs(10_000));
    long dayNs = TimeUnit.DAYS.toNanos(1);
    RetryRule long1 = new RetryRule(FailureClassifier.standard(), 100, DEADLINE_NS, dayNs, dayNs);
    for (int attempts = 1; attempts < 100; attempts++) {
      assertEquals(dayNs, long1.mostPauseNs(attempts));
    }
    RetryRule none = new RetryRule(FailureClassifier.standard(), 100, DEADLINE_NS, 0, 40);
    assertEquals(0, none.mostPauseNs(50));
  }

  @Test
  void pausesAreDrawnFromNothingToTheMost() {
    List<Long> bounds = new ArrayList<>();
    RandomGenerator zero =
        new RandomGenerator() {
          @Override
          public long nextLong() {
            throw new AssertionError("the draw has a bound");
          }

          @Override
          public long nextLong(long bound) {
            bounds.add(bound);
            return 0;
          }
        };
    rule = new RetryRule(FailureClassifier.standard(), 5, DEADLINE_NS, 3, 7);
    PendingTransaction<Void> call =
        new PendingTransaction<>(
            List.of(),
            connection -> {
              throw aborted();
            },
            false);
    call.deadlineNs = nowNs.get() + DEADLINE_NS;
    new TransactionRunner(leased, rule, nowNs::get, zero, counters, null).run(call);
    assertEquals(List.of(4L, 7L, 8L, 8L), bounds, "the bound must include the longest pause");
    assertFalse(call.outcome().isDone(), "the runner must leave the completion to the lane");
  }

  private static final class TestError extends OutOfMemoryError {
    private static final long serialVersionUID = 1;
  }
}
