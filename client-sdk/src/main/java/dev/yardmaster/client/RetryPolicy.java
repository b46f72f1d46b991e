package dev.yardmaster.client;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.util.Objects;

/**
 * The policy for a client's retries. The client retries only if the transaction did not commit, or
 * if an id guarantees that the transaction commits at most once. In addition, a transaction's
 * timeout limits its retries.
 *
 * <p>After a failure other than an overload, the next attempt follows as soon as a connection
 * becomes ready, even if the delay has not passed yet. An attempt that fails with {@link
 * ErrorCode#NOT_LEADER} does not count, so that a transaction can wait for the leader of a cluster
 * until its timeout.
 *
 * @param maxAttempts the maximum number of attempts, not counting the attempts that found no
 *     leader; 1 or more; with 1, the client never retries
 * @param shortestDelayMs the shortest wait between two attempts, in ms; 1 or more
 * @param longestDelayMs the longest wait between two attempts, in ms; at least {@code
 *     shortestDelayMs}
 * @param listener is called for every failed attempt that is followed by another attempt
 */
public record RetryPolicy(
    int maxAttempts, long shortestDelayMs, long longestDelayMs, AttemptListener listener) {

  private static final RetryPolicy DEFAULTS = new RetryPolicy(100, 2, 2_000, attempt -> {});

  /**
   * A listener for failed attempts. A thread of the client calls the listener, so the listener must
   * not block.
   */
  @FunctionalInterface
  public interface AttemptListener {

    /** The client calls this method when an attempt has failed and another attempt follows. */
    void failed(FailedAttempt attempt);
  }

  /**
   * A failed attempt that is followed by another attempt.
   *
   * @param logic the procedure's name, {@code yardmaster.one-shot}, or empty for interactive logic
   * @param attempt the number of the attempt, from 1; attempts that found no leader are included
   * @param error the error of the attempt
   * @param delayMs the time until the next attempt in ms, unless a connection becomes ready earlier
   */
  public record FailedAttempt(String logic, int attempt, YardmasterException error, long delayMs) {}

  /** Checks the ranges. */
  public RetryPolicy {
    Objects.requireNonNull(listener, "listener");
    if (maxAttempts < 1) {
      throw bad("a transaction has at least 1 attempt", "maxAttempts", maxAttempts);
    }
    if (shortestDelayMs < 1) {
      throw bad("a delay is at least 1 ms", "shortestDelayMs", shortestDelayMs);
    }
    if (longestDelayMs < shortestDelayMs) {
      throw bad(
          "the longest delay must not be below the shortest", "longestDelayMs", longestDelayMs);
    }
  }

  private static YardmasterException bad(String text, String name, long value) {
    return new YardmasterException(ErrorCode.BAD_CONFIG, text, name, value);
  }

  /** Returns the default policy, with 100 attempts, delays of 2 ms to 2 s, and no listener. */
  public static RetryPolicy defaults() {
    return DEFAULTS;
  }

  /** Returns a policy without retries. */
  public static RetryPolicy never() {
    return DEFAULTS.withMaxAttempts(1);
  }

  /** Returns the same policy with another maximum number of attempts. */
  public RetryPolicy withMaxAttempts(int other) {
    return new RetryPolicy(other, shortestDelayMs, longestDelayMs, listener);
  }

  /** Returns the same policy with other delays, in ms. */
  public RetryPolicy withDelaysMs(long shortest, long longest) {
    return new RetryPolicy(maxAttempts, shortest, longest, listener);
  }

  /** Returns the same policy with another listener. */
  public RetryPolicy withListener(AttemptListener other) {
    return new RetryPolicy(maxAttempts, shortestDelayMs, longestDelayMs, other);
  }
}
