package dev.yardmaster.engine.service;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;

/** The outcomes by which the service gives a transaction up. */
final class Endings {

  private Endings() {}

  /**
   * Its deadline has passed.
   *
   * @param restarts runs that were discarded before the last
   */
  static <R> Outcome<R> timedOut(
      TransactionOptions options, int restarts, ConflictReport lastConflict) {
    return new Outcome.Aborted<>(
        AbortCause.TIMEOUT,
        "the transaction's timeout of " + options.timeout().toMillis() + " ms passed",
        restarts,
        lastConflict);
  }

  /** It has conflicted in as many runs as it may have. */
  static <R> Outcome<R> outOfAttempts(
      TransactionOptions options, int restarts, ConflictReport lastConflict) {
    return new Outcome.Aborted<>(
        AbortCause.VALIDATION,
        "the bound of " + options.maxAttempts() + " attempts was reached",
        restarts,
        lastConflict);
  }

  /** There is no room for it. */
  static <R> Outcome<R> overloaded(String what, long waiting, long limit) {
    return new Outcome.Rejected<>(
        new YardmasterException(ErrorCode.OVERLOADED, what, "waiting", waiting, "limit", limit));
  }

  /** The service is closed; {@code failure} is why, or null. */
  static <R> Outcome<R> closed(Throwable failure) {
    return new Outcome.Rejected<>(closedError(failure));
  }

  static YardmasterException closedError(Throwable failure) {
    return failure == null
        ? new YardmasterException(ErrorCode.CLOSED, "the service is closed")
        : new YardmasterException(
            ErrorCode.CLOSED, "the service failed and is closed", failure, "failure", failure);
  }

  /** What may be on disk or not when the service ends. */
  static <R> Outcome<R> unknown(Throwable failure) {
    return new Outcome.Unknown<>(
        new YardmasterException(
            ErrorCode.OUTCOME_UNKNOWN,
            "the service ended while the transaction's commit was under way; when it runs again, it"
                + " tells the status of the transaction's id",
            failure,
            "failure",
            failure));
  }
}
