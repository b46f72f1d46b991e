package dev.yardmaster.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.RetryPolicy.FailedAttempt;
import dev.yardmaster.client.RetryState.Meaning;
import dev.yardmaster.client.testing.ManualTime;
import dev.yardmaster.client.time.RetryDelays;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RetryStateTest {

  private final YardmasterException full = new YardmasterException(ErrorCode.OVERLOADED, "full");
  private static final TransactionOptions SECOND =
      TransactionOptions.defaults().withTimeout(Duration.ofSeconds(1));

  private final ManualTime time = new ManualTime();
  private final List<FailedAttempt> heard = new ArrayList<>();
  private RetryPolicy policy = RetryPolicy.defaults().withDelaysMs(10, 10).withListener(heard::add);

  private RetryState attempts(TransactionOptions options) {
    return new RetryState(
        "transfer",
        options,
        policy,
        new RetryDelays(policy.shortestDelayMs(), policy.longestDelayMs(), new Random(1)),
        time);
  }

  @Test
  void attemptsAreBounded() {
    policy = policy.withMaxAttempts(3);
    RetryState attempts = attempts(SECOND);
    assertEquals(10, attempts.next(full));
    assertEquals(10, attempts.next(full));
    assertEquals(RetryState.NO_MORE, attempts.next(full));
    policy = RetryPolicy.never();
    assertEquals(RetryState.NO_MORE, attempts(SECOND).next(full));
  }

  @Test
  void waitingForALeaderUsesUpNoAttempts() {
    policy = policy.withMaxAttempts(2);
    YardmasterException noLeader = new YardmasterException(ErrorCode.NOT_LEADER, "none");
    RetryState attempts = attempts(SECOND);
    for (int i = 0; i < 98; i++) {
      assertEquals(10, attempts.next(noLeader));
      assertTrue(attempts.endsAtArrival());
      time.advance(Duration.ofMillis(10));
    }
    assertEquals(10, attempts.next(full));
    assertFalse(attempts.endsAtArrival());
    time.advance(Duration.ofMillis(12));
    assertEquals(7, attempts.next(noLeader), "the last attempt is made before the deadline");
    time.advance(Duration.ofMillis(7));
    assertEquals(RetryState.NO_MORE, attempts.next(noLeader));
    assertEquals(100, heard.get(heard.size() - 1).attempt());

    RetryState bounded = attempts(SECOND);
    assertEquals(10, bounded.next(noLeader));
    assertEquals(10, bounded.next(full));
    assertEquals(10, bounded.next(noLeader));
    assertEquals(RetryState.NO_MORE, bounded.next(full), "other failures count as before");

    policy = RetryPolicy.never();
    assertEquals(RetryState.NO_MORE, attempts(SECOND).next(noLeader));
  }

  @Test
  void theDeadlineBoundsThemToo() {
    RetryState attempts = attempts(SECOND);
    assertEquals(1000, attempts.leftMs());
    time.advance(Duration.ofMillis(985));
    assertEquals(10, attempts.next(full));
    time.advance(Duration.ofMillis(10));
    assertEquals(5, attempts.leftMs());
    assertEquals(RetryState.NO_MORE, attempts.next(full));
    time.advance(Duration.ofNanos(4_999_999));
    assertEquals(
        1, attempts.leftMs(), "a remaining time of less than 1 ms must not be rounded to 0");
    time.advance(Duration.ofNanos(1));
    assertEquals(0, attempts.leftMs());
    assertEquals(Duration.ofSeconds(1).toNanos(), attempts.deadlineNs());
  }

  @Test
  void anotherIsNotBeforeTheServerWantsIt() {
    YardmasterException overloaded =
        new YardmasterException(
            ErrorCode.OVERLOADED, "full", YardmasterException.RETRY_AFTER_MS, 250);
    assertEquals(250, attempts(SECOND).next(overloaded));
    YardmasterException never =
        new YardmasterException(
            ErrorCode.OVERLOADED, "full", YardmasterException.RETRY_AFTER_MS, 1000);
    assertEquals(RetryState.NO_MORE, attempts(SECOND).next(never));
  }

  @Test
  void whatWasLostMayBeTriedAgainIfItCannotTakePlaceTwice() {
    RetryState reading = attempts(SECOND);
    assertTrue(reading.lost(false));
    assertFalse(reading.mayHaveTakenPlace());
    RetryState writing = attempts(SECOND);
    assertFalse(writing.lost(true));
    assertTrue(writing.mayHaveTakenPlace());
    RetryState once = attempts(SECOND.withId(new TransactionId(1, 2, 3)));
    assertTrue(once.lost(true));
    assertTrue(once.mayHaveTakenPlace());
    assertTrue(once.lost(false));
    assertTrue(once.mayHaveTakenPlace(), "an earlier attempt may still have committed");
  }

  @Test
  void onlyWhatSaysThatNothingWasBegunPasses() {
    for (ErrorCode code : ErrorCode.values()) {
      boolean passes =
          code == ErrorCode.OVERLOADED
              || code == ErrorCode.CLOSED
              || code == ErrorCode.UNAVAILABLE
              || code == ErrorCode.NOT_LEADER;
      assertEquals(passes, RetryState.isPassing(new YardmasterException(code, "")), code.name());
    }
  }

  @Test
  void whatTheServerDoesNotKnowIsTriedAgainWithAnId() {
    Outcome<Object> unknown =
        new Outcome.Unknown<>(new YardmasterException(ErrorCode.OUTCOME_UNKNOWN, ""));
    assertEquals(Meaning.SETTLED, attempts(SECOND).answered(unknown));
    RetryState once = attempts(SECOND.withId(new TransactionId(1, 2, 3)));
    assertEquals(Meaning.TRY_AGAIN, once.answered(unknown));
    assertTrue(once.mayHaveTakenPlace());
  }

  @Test
  void onlyWhatWasFoundUnderTheIdSettlesALostAttempt() {
    RetryState once = attempts(SECOND.withId(new TransactionId(1, 2, 3)));
    assertEquals(Meaning.SETTLED, once.answered(rejected(ErrorCode.FORBIDDEN)), "nothing is lost");
    once.lost(true);
    List<ErrorCode> unseen =
        List.of(
            ErrorCode.EXPIRED_ID,
            ErrorCode.BAD_ID,
            ErrorCode.UNKNOWN_PROCEDURE,
            ErrorCode.BAD_ARGUMENT,
            ErrorCode.RESULT_NOT_KEPT,
            ErrorCode.BAD_MESSAGE,
            ErrorCode.MESSAGE_TOO_LARGE,
            ErrorCode.BAD_CONFIG,
            ErrorCode.WRONG_THREAD,
            ErrorCode.TRANSACTION_OVER,
            ErrorCode.UNSUPPORTED_VERSION);
    for (ErrorCode code : ErrorCode.values()) {
      boolean settles =
          code == ErrorCode.ID_ABORTED
              || code.category() == ErrorCode.Category.FAILED
              || (code.category() == ErrorCode.Category.INVALID && !unseen.contains(code));
      Meaning expected =
          RetryState.isPassing(new YardmasterException(code, ""))
              ? Meaning.TRY_AGAIN
              : settles ? Meaning.SETTLED : Meaning.OPEN;
      assertEquals(expected, once.answered(rejected(code)), code.name());
    }
    for (AbortCause cause : AbortCause.values()) {
      assertEquals(
          cause == AbortCause.USER ? Meaning.SETTLED : Meaning.TRY_AGAIN,
          once.answered(new Outcome.Aborted<>(cause, "", 0, null)),
          cause.name());
    }
    assertEquals(Meaning.SETTLED, once.answered(new Outcome.Committed<>("result", 1, 1, 0, null)));
  }

  private static Outcome<Object> rejected(ErrorCode code) {
    return new Outcome.Rejected<>(new YardmasterException(code, ""));
  }

  @Test
  void theListenerHearsOfEveryAttemptThatAnotherFollows() {
    policy = policy.withMaxAttempts(3);
    RetryState attempts = attempts(SECOND);
    while (attempts.next(full) != RetryState.NO_MORE) {}
    assertEquals(
        List.of(
            new FailedAttempt("transfer", 1, full, 10), new FailedAttempt("transfer", 2, full, 10)),
        heard);
  }

  @Test
  void aListenerThatThrowsEndsNothing() {
    policy =
        policy
            .withMaxAttempts(3)
            .withListener(
                attempt -> {
                  heard.add(attempt);
                  throw new IllegalStateException("the listener's own");
                });
    RetryState attempts = attempts(SECOND);
    assertEquals(10, attempts.next(full));
    assertEquals(10, attempts.next(full));
    assertEquals(RetryState.NO_MORE, attempts.next(full));
    assertEquals(2, heard.size());
  }

  @Test
  void aPolicyIsInItsRanges() {
    for (String option : List.of("maxAttempts", "shortestDelayMs", "longestDelayMs")) {
      YardmasterException thrown =
          assertThrows(
              YardmasterException.class,
              () -> {
                switch (option) {
                  case "maxAttempts" -> policy.withMaxAttempts(0);
                  case "shortestDelayMs" -> policy.withDelaysMs(0, 5);
                  default -> policy.withDelaysMs(6, 5);
                }
              });
      assertEquals(ErrorCode.BAD_CONFIG, thrown.code());
      assertTrue(thrown.details().containsKey(option), thrown.getMessage());
    }
    assertThrows(NullPointerException.class, () -> policy.withListener(null));
  }
}
