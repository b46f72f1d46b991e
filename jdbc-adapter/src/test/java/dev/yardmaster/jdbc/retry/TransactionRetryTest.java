package dev.yardmaster.jdbc.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.meters.RetryMeters;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the loop with a given clock, so that no test waits. */
class TransactionRetryTest {
  private static final long SEED = 23;

  private final List<Long> pauses = new ArrayList<>();
  private final Deque<SQLException> failures = new ArrayDeque<>();
  private long nowNs = Long.MAX_VALUE - 5;
  private int runs;

  private TransactionRetry retry(RetryRule rule) {
    SplittableRandom random = new SplittableRandom(SEED);
    return new TransactionRetry(
        rule,
        () -> nowNs,
        () -> random,
        ns -> {
          pauses.add(ns);
          nowNs += ns;
        });
  }

  private static SQLException failure(String state) {
    return new SQLException("state " + state, state);
  }

  /** Throws the next prescribed failure; afterwards succeeds. */
  private int run() throws SQLException {
    runs++;
    if (!failures.isEmpty()) {
      throw failures.remove();
    }
    return runs;
  }

  @Test
  void anAbortedTransactionRunsAgain() throws SQLException {
    failures.addAll(List.of(failure("40001"), failure("40P01")));
    TransactionRetry retry = retry(RetryRule.defaults());
    assertEquals(3, retry.execute(this::run));
    assertEquals(new RetryFigures(1, 2, 0, 0, 0), retry.figures());
  }

  @Test
  void theExceptionOfTheLastAttemptIsThrown() {
    List<SQLException> aborts = List.of(failure("40001"), failure("40001"), failure("40001"));
    failures.addAll(aborts);
    TransactionRetry retry = retry(RetryRule.defaults().withMaxAttempts(3));
    assertSame(aborts.get(2), assertThrows(SQLException.class, () -> retry.execute(this::run)));
    assertEquals(new RetryFigures(0, 3, 1, 0, 0), retry.figures());
  }

  @ParameterizedTest
  @CsvSource({"23505,0,1", "08006,1,0", "40003,1,0"})
  void otherFailuresCauseNoRetry(String state, long ambiguous, long failed) {
    SQLException failure = failure(state);
    failures.add(failure);
    TransactionRetry retry = retry(RetryRule.defaults());
    assertSame(failure, assertThrows(SQLException.class, () -> retry.execute(this::run)));
    assertEquals(1, runs);
    assertEquals(new RetryFigures(0, 0, 0, ambiguous, failed), retry.figures());
  }

  @Test
  void anAbortIsFoundInTheCauses() {
    TransactionRetry retry = retry(RetryRule.defaults());
    String result =
        retry.execute(
            () -> {
              if (++runs == 1) {
                throw new IllegalStateException("wrapped by a framework", failure("40001"));
              }
              return "committed";
            });
    assertEquals("committed", result);
  }

  @Test
  void pausesGrowAndDifferAtRandom() throws SQLException {
    for (int i = 0; i < 10; i++) {
      failures.add(failure("40001"));
    }
    retry(RetryRule.defaults().withPause(Duration.ofNanos(1_000), Duration.ofNanos(4_000)))
        .execute(this::run);
    assertEquals(10, pauses.size());
    assertTrue(pauses.get(0) <= 1_000 && pauses.get(1) <= 2_000, "pauses=" + pauses);
    assertTrue(pauses.stream().allMatch(ns -> ns <= 4_000), "pauses=" + pauses);
    assertTrue(pauses.stream().anyMatch(ns -> ns > 2_000), "pauses=" + pauses);
    assertTrue(pauses.stream().distinct().count() > 5, "pauses=" + pauses);
  }

  @Test
  void noRunBeginsAfterTheDeadline() {
    for (int i = 0; i < 100; i++) {
      failures.add(failure("40001"));
    }
    TransactionRetry retry =
        retry(
            RetryRule.defaults()
                .withMaxAttempts(100)
                .withDeadline(Duration.ofMillis(20))
                .withPause(Duration.ofMillis(10), Duration.ofMillis(10)));
    long startNs = nowNs;
    assertThrows(SQLException.class, () -> retry.execute(this::run));
    assertTrue(runs > 1 && runs < 100, "runs=" + runs);
    assertTrue(nowNs - startNs < 20_000_000, "took " + (nowNs - startNs) + " ns");
    assertEquals(1, retry.figures().exhausted());
  }

  @Test
  void anInterruptEndsTheRetries() {
    failures.addAll(List.of(failure("40001"), failure("40001")));
    TransactionRetry retry = retry(RetryRule.defaults());
    Thread.currentThread().interrupt();
    assertThrows(SQLException.class, () -> retry.execute(this::run));
    assertTrue(Thread.interrupted(), "the flag must stay set");
    assertEquals(1, runs);
  }

  @Test
  void valuesOutOfRangeAreNamed() {
    RetryRule rule = RetryRule.defaults();
    assertEquals("maxAttempts=0 must be from 1 to 10000", message(() -> rule.withMaxAttempts(0)));
    assertEquals(
        "deadline=PT0S must be from PT0.001S to PT24H",
        message(() -> rule.withDeadline(Duration.ZERO)));
    assertEquals(
        "maxPause=PT1S must be from PT2S to PT24H",
        message(() -> rule.withPause(Duration.ofSeconds(2), Duration.ofSeconds(1))));
  }

  private static String message(Runnable call) {
    return assertThrows(IllegalArgumentException.class, call::run).getMessage();
  }

  @Test
  void metersShowTheFigures() throws SQLException {
    failures.add(failure("40001"));
    TransactionRetry retry = retry(RetryRule.defaults());
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    new RetryMeters(retry, "bank").bindTo(registry);
    retry.execute(this::run);
    assertEquals(
        1,
        registry
            .get("yardmaster.jdbc.retry.aborted")
            .tag("retry", "bank")
            .functionCounter()
            .count());
    assertEquals(1, registry.get("yardmaster.jdbc.retry.committed").functionCounter().count());
  }
}
