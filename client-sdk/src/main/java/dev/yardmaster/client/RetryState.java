package dev.yardmaster.client;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.time.ClientTime;
import dev.yardmaster.client.time.RetryDelays;
import dev.yardmaster.logging.Loggers;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * Counts the attempts of one transaction, records whether any attempt may have committed, and
 * determines the time of the next attempt. This class makes all decisions about retries. Only one
 * thread at a time may use the object.
 */
final class RetryState {

  /** The result of {@link #next} if no further attempt follows. */
  static final long NO_MORE = -1;

  /** What the answer to an attempt means for the transaction. */
  enum Meaning {
    /** The answer is the transaction's outcome. */
    SETTLED,
    /** Another attempt follows. */
    TRY_AGAIN,
    /** Another attempt would not help, but an earlier attempt may have committed. */
    OPEN
  }

  private static final Logger LOG = Loggers.of(RetryState.class);

  private static final long NS_PER_MS = 1_000_000;

  /**
   * The errors that a server may report without a look for an outcome under the id, or without
   * keeping its own outcome under the id. {@code TRANSACTION_OVER} reports that the server has
   * ended an idle attempt.
   */
  private static final Set<ErrorCode> NOT_KEPT =
      EnumSet.of(
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

  private final String logic;
  private final RetryPolicy policy;
  private final RetryDelays delays;
  private final ClientTime time;
  private final boolean hasId;
  private final long deadlineNs;
  private int attempts = 1;
  private int uncounted;
  private long arrivals;
  private boolean endsAtArrival;
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

  /** Returns the transaction's deadline in ns, by the client's clock. */
  long deadlineNs() {
    return deadlineNs;
  }

  /** Returns the remaining time in ms, rounded up; 0 after the deadline. */
  long leftMs() {
    long leftNs = deadlineNs - time.nowNs();
    return leftNs <= 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(leftNs + NS_PER_MS - 1);
  }

  /**
   * Records that the answer to an attempt was lost.
   *
   * @param commits whether the attempt may have committed
   * @return whether it is safe to retry
   */
  boolean lost(boolean commits) {
    mayHaveTakenPlace |= commits;
    return !commits || hasId;
  }

  /**
   * Returns whether an earlier attempt may have committed. If so, only an outcome that the server
   * has kept under the id is reliable.
   */
  boolean mayHaveTakenPlace() {
    return mayHaveTakenPlace;
  }

  /** Returns the outcome of a transaction whose deadline has passed. */
  <R> Outcome<R> timedOut() {
    return mayHaveTakenPlace
        ? endedWith(
            new YardmasterException(ErrorCode.UNAVAILABLE, "the transaction's deadline has passed"))
        : new Outcome.Aborted<>(
            AbortCause.TIMEOUT, "the transaction's timeout passed at the client", 0, null);
  }

  /** Returns the outcome of a transaction that ends with an error and without another attempt. */
  <R> Outcome<R> endedWith(YardmasterException error) {
    return mayHaveTakenPlace
        ? new Outcome.Unknown<>(Submission.unknown(error))
        : new Outcome.Rejected<>(error);
  }

  /**
   * Returns whether an error means that the transaction did not commit, and that a retry may
   * succeed.
   */
  static boolean isPassing(YardmasterException error) {
    return error.code() == ErrorCode.OVERLOADED
        || error.code() == ErrorCode.CLOSED
        || error.code() == ErrorCode.UNAVAILABLE
        || error.code() == ErrorCode.NOT_LEADER;
  }

  /** Interprets the answer to an attempt. An unknown outcome counts as a lost attempt. */
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

  /** Returns whether an outcome also determines the result of earlier attempts with the same id. */
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
      case INVALID -> !NOT_KEPT.contains(code);
      default -> code == ErrorCode.ID_ABORTED;
    };
  }

  /**
   * Records that an attempt is about to choose its connection.
   *
   * @param now the number of connections that have become ready so far
   */
  void picksAt(long now) {
    arrivals = now;
  }

  /** Returns the number that the last call of {@link #picksAt} recorded. */
  long arrivals() {
    return arrivals;
  }

  /**
   * Returns whether the wait that {@link #next} has returned ends early if a connection becomes
   * ready. A wait because of an overload does not end early.
   */
  boolean endsAtArrival() {
    return endsAtArrival;
  }

  /**
   * Returns the time until the next attempt in ms, or {@link #NO_MORE}. An attempt that found no
   * leader does not count. If there is no leader, the wait ends at the latest shortly before the
   * deadline, so that the last attempt can still report its failure.
   */
  long next(YardmasterException error) {
    boolean noLeader = error.code() == ErrorCode.NOT_LEADER;
    if (noLeader && policy.maxAttempts() > 1) {
      uncounted++;
    }
    if (attempts - uncounted >= policy.maxAttempts()) {
      return NO_MORE;
    }
    delayMs = delays.nextMs(delayMs);
    long waitMs = Math.max(delayMs, error.retryAfter().map(after -> after.toMillis()).orElse(0L));
    if (noLeader) {
      waitMs = Math.min(waitMs, leftMs() - 1);
    }
    if (waitMs <= 0 || waitMs >= leftMs()) {
      return NO_MORE;
    }
    endsAtArrival = error.code() != ErrorCode.OVERLOADED && error.retryAfter().isEmpty();
    notifyListener(new RetryPolicy.FailedAttempt(logic, attempts, error, waitMs));
    attempts++;
    return waitMs;
  }

  private void notifyListener(RetryPolicy.FailedAttempt attempt) {
    try {
      policy.listener().failed(attempt);
    } catch (Throwable thrown) { // A listener may throw any exception or error.
      if (!listenerFailed) {
        listenerFailed = true;
        LOG.warn("the listener of failed attempts threw at attempt {}", attempt.attempt(), thrown);
      }
    }
  }

  /** Returns whether a failure is permanent, so that another attempt cannot succeed. */
  static boolean isFinal(YardmasterException failure) {
    return failure.code().category() == ErrorCode.Category.DENIED
        || failure.code() == ErrorCode.UNSUPPORTED_VERSION
        || failure.code() == ErrorCode.EXPIRED_ID;
  }
}
