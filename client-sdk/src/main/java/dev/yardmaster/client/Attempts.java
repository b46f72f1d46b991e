package dev.yardmaster.client;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import java.util.concurrent.TimeUnit;

/**
 * The attempts of one transaction: how many there were, whether one of them may have taken place,
 * and when the next may follow. The one place that decides about trying again. For one thread at a
 * time.
 */
final class Attempts {

  /** No further attempt. */
  static final long NO_MORE = -1;

  private static final long NS_PER_MS = 1_000_000;

  private final String logic;
  private final RetryPolicy policy;
  private final RetryDelays delays;
  private final ClientTime time;
  private final boolean hasId;
  private final long deadlineNs;
  private int attempts = 1;
  private long delayMs;
  private boolean mayHaveTakenPlace;

  Attempts(
      String logic,
      TransactionOptions options,
      RetryPolicy policy,
      RetryDelays delays,
      ClientTime time) {
    this.logic = logic;
    this.policy = policy;
    this.delays = delays;
    this.time = time;
    this.hasId = options.id() != null;
    this.deadlineNs = time.nowNs() + options.timeout().toNanos();
  }

  /** When the transaction must have ended, by the client's clock. */
  long deadlineNs() {
    return deadlineNs;
  }

  /** What is left of its time, in ms, rounded up; 0 if it is over. */
  long leftMs() {
    long leftNs = deadlineNs - time.nowNs();
    return leftNs <= 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(leftNs + NS_PER_MS - 1);
  }

  /**
   * An attempt was lost on its way.
   *
   * @param commits whether it could have taken place
   * @return whether it is safe to try again
   */
  boolean lost(boolean commits) {
    mayHaveTakenPlace |= commits;
    return !commits || hasId;
  }

  /** Whether an earlier attempt may have taken place, so that only what was kept tells. */
  boolean mayHaveTakenPlace() {
    return mayHaveTakenPlace;
  }

  /** Whether an error says that nothing was begun, and may not be said again. */
  static boolean isPassing(YardmasterException error) {
    return error.code() == ErrorCode.OVERLOADED
        || error.code() == ErrorCode.CLOSED
        || error.code() == ErrorCode.UNAVAILABLE;
  }

  /** Whether an error does not tell what became of an earlier attempt with the same id. */
  static boolean tellsNothing(YardmasterException error) {
    return error.code().category() == ErrorCode.Category.DENIED
        || error.code() == ErrorCode.EXPIRED_ID;
  }

  /** After how many ms the next attempt is to follow, or {@link #NO_MORE}. */
  long next(YardmasterException error) {
    if (attempts >= policy.maxAttempts()) {
      return NO_MORE;
    }
    delayMs = delays.nextMs(delayMs);
    long waitMs = Math.max(delayMs, error.retryAfter().map(after -> after.toMillis()).orElse(0L));
    if (waitMs >= leftMs()) {
      return NO_MORE;
    }
    policy.listener().failed(new RetryPolicy.FailedAttempt(logic, attempts, error, waitMs));
    attempts++;
    return waitMs;
  }
}
