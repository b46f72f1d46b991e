package dev.yardmaster.client;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.util.Objects;

/**
 * When the client tries again by itself: where nothing has taken place, or where an id makes sure
 * that it takes place once. Beside these bounds each transaction's own timeout holds.
 *
 * @param maxAttempts how often a transaction is sent at most; 1 or more
 * @param shortestDelayMs least wait between two attempts, in ms; 1 or more
 * @param longestDelayMs longest wait, in ms; not less than the least
 * @param listener hears of every attempt that is to be followed by another
 */
public record RetryPolicy(
    int maxAttempts, long shortestDelayMs, long longestDelayMs, AttemptListener listener) {

  private static final RetryPolicy DEFAULTS = new RetryPolicy(100, 2, 2_000, attempt -> {});

  /** Hears of attempts that failed, by a thread of the client, which it must not hold up. */
  @FunctionalInterface
  public interface AttemptListener {

    /** An attempt has failed, and another will follow. */
    void failed(FailedAttempt attempt);
  }

  /**
   * An attempt that is followed by another.
   *
   * @param logic the procedure's name, {@code yardmaster.oneshot}, or empty for interactive logic
   * @param attempt which it was, from 1 on
   * @param error why it failed
   * @param delayMs until the next, in ms
   */
  public record FailedAttempt(String logic, int attempt, YardmasterException error, long delayMs) {}

  /** Checks the ranges. */
  public RetryPolicy {
    Objects.requireNonNull(listener, "listener");
    if (maxAttempts < 1) {
      throw bad("a transaction has 1 attempt or more", "maxAttempts", maxAttempts);
    }
    if (shortestDelayMs < 1) {
      throw bad("a delay is 1 ms or more", "shortestDelayMs", shortestDelayMs);
    }
    if (longestDelayMs < shortestDelayMs) {
      throw bad(
          "the longest delay is not shorter than the least", "longestDelayMs", longestDelayMs);
    }
  }

  private static YardmasterException bad(String text, String name, long value) {
    return new YardmasterException(ErrorCode.BAD_CONFIG, text, name, value);
  }

  /** 100 attempts, 2 ms to 2 s between them, and nobody who hears of them. */
  public static RetryPolicy defaults() {
    return DEFAULTS;
  }

  /** Nothing is tried again. */
  public static RetryPolicy never() {
    return DEFAULTS.withMaxAttempts(1);
  }

  /** The same with another bound on attempts. */
  public RetryPolicy withMaxAttempts(int other) {
    return new RetryPolicy(other, shortestDelayMs, longestDelayMs, listener);
  }

  /** The same with other delays, in ms. */
  public RetryPolicy withDelaysMs(long shortest, long longest) {
    return new RetryPolicy(maxAttempts, shortest, longest, listener);
  }

  /** The same with another listener. */
  public RetryPolicy withListener(AttemptListener other) {
    return new RetryPolicy(maxAttempts, shortestDelayMs, longestDelayMs, other);
  }
}
