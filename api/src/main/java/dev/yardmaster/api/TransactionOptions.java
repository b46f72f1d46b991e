package dev.yardmaster.api;

import java.time.Duration;

/**
 * The bounds and the weight of one transaction.
 *
 * @param timeout from submission until it must have ended; 1 ms to 1 day
 * @param maxAttempts how often its logic is run at most; 1 or more
 * @param weight what it is worth to its caller, 1 to 1,000,000; the policy {@code weight}
 *     sacrifices lighter transactions first
 * @param priority how soon it is let in when others wait, and how willingly it is sacrificed
 * @param id what its outcome is kept under, so that it takes place once at most however often it is
 *     submitted; null for none
 */
public record TransactionOptions(
    Duration timeout, int maxAttempts, int weight, Priority priority, TransactionId id) {

  private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
  private static final Duration MAX_TIMEOUT = Duration.ofDays(1);
  private static final int MAX_WEIGHT = 1_000_000;
  private static final TransactionOptions DEFAULTS =
      new TransactionOptions(Duration.ofSeconds(10), 10_000, 1, Priority.NORMAL, null);

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
          ErrorCode.BAD_CONFIG, "a transaction has 1 attempt or more", "maxAttempts", maxAttempts);
    }
    if (weight < 1 || weight > MAX_WEIGHT) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "a weight is 1 to " + MAX_WEIGHT, "weight", weight);
    }
    if (priority == null) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "a priority is not null", "priority", "null");
    }
  }

  /** 10 seconds, 10,000 attempts, weight 1, normal priority, no id. */
  public static TransactionOptions defaults() {
    return DEFAULTS;
  }

  /** The same with another timeout. */
  public TransactionOptions withTimeout(Duration other) {
    return new TransactionOptions(other, maxAttempts, weight, priority, id);
  }

  /** The same with another bound on attempts. */
  public TransactionOptions withMaxAttempts(int other) {
    return new TransactionOptions(timeout, other, weight, priority, id);
  }

  /** The same with another weight. */
  public TransactionOptions withWeight(int other) {
    return new TransactionOptions(timeout, maxAttempts, other, priority, id);
  }

  /** The same with another priority. */
  public TransactionOptions withPriority(Priority other) {
    return new TransactionOptions(timeout, maxAttempts, weight, other, id);
  }

  /** The same under an id; null for none. */
  public TransactionOptions withId(TransactionId other) {
    return new TransactionOptions(timeout, maxAttempts, weight, priority, other);
  }
}
