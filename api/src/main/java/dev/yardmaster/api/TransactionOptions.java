package dev.yardmaster.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The limits and the weight of one transaction.
 *
 * @param timeout the time from the submission to the deadline; 1 ms to 1 day
 * @param maxAttempts the maximum number of runs of the logic; 1 or more
 * @param weight the value of the transaction to the caller, 1 to 1,000,000; the policy {@code
 *     weight} prefers transactions of low weight as victims
 * @param priority the urgency: more urgent transactions are admitted earlier, and are less likely
 *     to become victims
 * @param id the id under which the outcome is kept; a transaction with an id commits at most once,
 *     even after several submissions. Null for a transaction without an id
 * @param trace the transaction's position in a distributed trace, or null
 */
public record TransactionOptions(
    Duration timeout,
    int maxAttempts,
    int weight,
    Priority priority,
    @Nullable TransactionId id,
    @Nullable TraceContext trace) {

  private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
  private static final Duration MAX_TIMEOUT = Duration.ofDays(1);
  private static final int MAX_WEIGHT = 1_000_000;
  private static final TransactionOptions DEFAULTS =
      new TransactionOptions(Duration.ofSeconds(10), 10_000, 1, Priority.NORMAL, null, null);

  /** Checks the ranges. */
  public TransactionOptions {
    if (timeout == null
        || timeout.compareTo(MIN_TIMEOUT) < 0
        || timeout.compareTo(MAX_TIMEOUT) > 0) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "a timeout is 1 ms to 1 day", "timeout", timeout);
    }
    if (maxAttempts < 1) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "a transaction has at least 1 attempt", "maxAttempts", maxAttempts);
    }
    if (weight < 1 || weight > MAX_WEIGHT) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "a weight is 1 to " + MAX_WEIGHT, "weight", weight);
    }
    if (priority == null) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "a priority must not be null", "priority", "null");
    }
  }

  /**
   * Returns the default options: a timeout of 10 seconds, 10,000 attempts, weight 1, normal
   * priority, no id, no trace.
   */
  public static TransactionOptions defaults() {
    return DEFAULTS;
  }

  /** Returns the same options with another timeout. */
  public TransactionOptions withTimeout(Duration other) {
    return new TransactionOptions(other, maxAttempts, weight, priority, id, trace);
  }

  /** Returns the same options with another maximum number of attempts. */
  public TransactionOptions withMaxAttempts(int other) {
    return new TransactionOptions(timeout, other, weight, priority, id, trace);
  }

  /** Returns the same options with another weight. */
  public TransactionOptions withWeight(int other) {
    return new TransactionOptions(timeout, maxAttempts, other, priority, id, trace);
  }

  /** Returns the same options with another priority. */
  public TransactionOptions withPriority(Priority other) {
    return new TransactionOptions(timeout, maxAttempts, weight, other, id, trace);
  }

  /** Returns the same options with an id. Null removes the id. */
  public TransactionOptions withId(@Nullable TransactionId other) {
    return new TransactionOptions(timeout, maxAttempts, weight, priority, other, trace);
  }

  /** Returns the same options with another position in a trace. Null removes the position. */
  public TransactionOptions withTrace(@Nullable TraceContext other) {
    return new TransactionOptions(timeout, maxAttempts, weight, priority, id, other);
  }
}
