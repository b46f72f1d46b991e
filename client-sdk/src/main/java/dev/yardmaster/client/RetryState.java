package dev.yardmaster.client;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.time.ClientTime;
import dev.yardmaster.client.time.RetryDelays;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts of one transaction: how many there were, whether one of them may have taken place,
 * and when the next may follow. The one place that decides about trying again. For one thread at a
 * time.
 */
final class RetryState {

  /** No further attempt. */
  static final long NO_MORE = -1;

  /** What the answer to an attempt makes of the transaction. */
  enum Meaning {
    /** It is the transaction's outcome. */
    SETTLED,
    /** Another attempt is to follow. */
    TRY_AGAIN,
    /** No attempt would fare better, and an earlier one may have taken place. */
    OPEN
  }

  private static final Logger LOG = LoggerFactory.getLogger(RetryState.class);

  private static final long NS_PER_MS = 1_000_000;

  /** Faults that a server finds before it looks for what it keeps under the id. */
  private static final Set<ErrorCode> REFUSED_UNSEEN =
      EnumSet.of(
          ErrorCode.EXPIRED_ID,
          ErrorCode.BAD_ID,
          ErrorCode.UNKNOWN_PROCEDURE,
          ErrorCode.BAD_MESSAGE,
          ErrorCode.MESSAGE_TOO_LARGE,
          ErrorCode.BAD_CONFIG,
          ErrorCode.WRONG_THREAD,
          ErrorCode.UNSUPPORTED_VERSION);

  private final String logic;
  private final RetryPolicy policy;
  private final RetryDelays delays;
  private final ClientTime time;
  private final boolean hasId;
  private final long deadlineNs;
  private int attempts = 1;
  private long delayMs;
  private boolean mayHaveTakenPlace;
  private boolean listenerFailed;

  RetryState(
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

  /** What the answer to an attempt makes of the transaction; an unknown one counts as lost. */
  Meaning answered(Outcome<?> outcome) {
    if (outcome instanceof Outcome.Unknown) {
      return lost(true) ? Meaning.TRY_AGAIN : Meaning.SETTLED;
    }
    if (outcome instanceof Outcome.Rejected<?> rejected && isPassing(rejected.error())) {
      return Meaning.TRY_AGAIN;
    }
    if (!mayHaveTakenPlace || settlesEarlier(outcome)) {
      return Meaning.SETTLED;
    }
    return outcome instanceof Outcome.Aborted ? Meaning.TRY_AGAIN : Meaning.OPEN;
  }

  /** Whether an outcome tells what became of earlier attempts with the same id. */
  private static boolean settlesEarlier(Outcome<?> outcome) {
    if (outcome instanceof Outcome.Aborted<?> aborted) {
      return aborted.cause() == AbortCause.USER;
    }
    if (!(outcome instanceof Outcome.Rejected<?> rejected)) {
      return outcome instanceof Outcome.Committed;
    }
    ErrorCode code = rejected.error().code();
    return switch (code.category()) {
      case FAILED -> true;
      case INVALID -> !REFUSED_UNSEEN.contains(code);
      default -> code == ErrorCode.ID_ABORTED;
    };
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
    tell(new RetryPolicy.FailedAttempt(logic, attempts, error, waitMs));
    attempts++;
    return waitMs;
  }

  private void tell(RetryPolicy.FailedAttempt attempt) {
    try {
      policy.listener().failed(attempt);
    } catch (Throwable thrown) { // whatever a listener may do
      if (!listenerFailed) {
        listenerFailed = true;
        LOG.warn("the listener of failed attempts threw at attempt {}", attempt.attempt(), thrown);
      }
    }
  }
}
