package dev.yardmaster.jdbc.retry;

import dev.yardmaster.jdbc.failure.FailureClassifier;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * The rule for retries of aborted transactions. The pause before a retry is a random time. The
 * maximum of this time is {@code pauseNs} for the first retry, and doubles with each further retry,
 * up to {@code maxPauseNs}.
 *
 * @param classifier classifies failures
 * @param maxAttempts the maximum number of runs, 1 to 10,000
 * @param deadlineNs the time after the arrival of a transaction during which the transaction may
 *     run again, in ns; at most a day
 * @param pauseNs the longest pause before the second run, in ns; 0 for none
 * @param maxPauseNs the upper bound of all pauses, in ns; from {@code pauseNs} to a day
 */
public record RetryRule(
    FailureClassifier classifier, int maxAttempts, long deadlineNs, long pauseNs, long maxPauseNs) {

  private static final int MAX_ATTEMPTS = 10_000;
  private static final Duration MIN_DEADLINE = Duration.ofMillis(1);
  private static final Duration MAX_TIME = Duration.ofDays(1);
  private static final RetryRule DEFAULTS =
      new RetryRule(
          FailureClassifier.standard(),
          20,
          TimeUnit.SECONDS.toNanos(30),
          TimeUnit.MILLISECONDS.toNanos(1),
          TimeUnit.MILLISECONDS.toNanos(100));

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a value is out of its range; the message names the value
   *     and the range
   */
  public RetryRule {
    Objects.requireNonNull(classifier, "classifier");
    if (maxAttempts < 1 || maxAttempts > MAX_ATTEMPTS) {
      throw outOfRange("maxAttempts", maxAttempts, 1, MAX_ATTEMPTS);
    }
    requireTime("deadline", Duration.ofNanos(deadlineNs), MIN_DEADLINE);
    requireTime("pause", Duration.ofNanos(pauseNs), Duration.ZERO);
    requireTime("maxPause", Duration.ofNanos(maxPauseNs), Duration.ofNanos(pauseNs));
  }

  /**
   * Returns the default rule: the standard classifier, 20 attempts, a deadline of 30 s, and pauses
   * of at most 1 ms, doubling up to 100 ms.
   */
  public static RetryRule defaults() {
    return DEFAULTS;
  }

  /** Returns the same rule with another classifier. */
  public RetryRule withClassifier(FailureClassifier other) {
    return new RetryRule(other, maxAttempts, deadlineNs, pauseNs, maxPauseNs);
  }

  /** Returns the same rule with another maximum number of runs, 1 to 10,000. */
  public RetryRule withMaxAttempts(int other) {
    return new RetryRule(classifier, other, deadlineNs, pauseNs, maxPauseNs);
  }

  /** Returns the same rule with another deadline, 1 ms to a day. */
  public RetryRule withDeadline(Duration other) {
    requireTime("deadline", other, MIN_DEADLINE);
    return new RetryRule(classifier, maxAttempts, other.toNanos(), pauseNs, maxPauseNs);
  }

  /**
   * Returns the same rule with other pauses.
   *
   * @param first the longest pause before the second run, 0 to a day
   * @param most the upper bound of all pauses, from {@code first} to a day
   */
  public RetryRule withPause(Duration first, Duration most) {
    requireTime("pause", first, Duration.ZERO);
    requireTime("maxPause", most, first);
    return new RetryRule(classifier, maxAttempts, deadlineNs, first.toNanos(), most.toNanos());
  }

  /** Returns the longest pause after this number of attempts, in ns. */
  public long mostPauseNs(int attempts) {
    int doublings = Math.min(attempts - 1, 20);
    return pauseNs > maxPauseNs >> doublings ? maxPauseNs : pauseNs << doublings;
  }

  /** Returns a random pause after this number of attempts, in ns. */
  public long randomPauseNs(int attempts, RandomGenerator random) {
    long mostNs = mostPauseNs(attempts);
    return mostNs == 0 ? 0 : random.nextLong(mostNs + 1);
  }

  private static void requireTime(String name, Duration value, Duration least) {
    if (value.compareTo(least) < 0 || value.compareTo(MAX_TIME) > 0) {
      throw outOfRange(name, value, least, MAX_TIME);
    }
  }

  private static IllegalArgumentException outOfRange(
      String name, Object value, Object least, Object most) {
    return new IllegalArgumentException(
        name + "=" + value + " must be from " + least + " to " + most);
  }
}
