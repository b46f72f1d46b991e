package dev.yardmaster.service;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;

/** The outcomes and errors for transactions that a service does not complete. */
public final class ServiceOutcomes {

  private ServiceOutcomes() {}

  /**
   * Returns the outcome of a transaction whose deadline has passed.
   *
   * @param restarts the number of runs that were discarded before the last run
   */
  public static <R> Outcome<R> timedOut(
      TransactionOptions options, int restarts, ConflictReport lastConflict) {
    return new Outcome.Aborted<>(
        AbortCause.TIMEOUT,
        "the transaction's timeout of " + options.timeout().toMillis() + " ms passed",
        restarts,
        lastConflict);
  }

  /**
   * Returns the outcome of a transaction that has used all its allowed attempts, because each
   * attempt had a conflict.
   *
   * @param cause the cause of the last conflict
   */
  public static <R> Outcome<R> outOfAttempts(
      AbortCause cause, TransactionOptions options, int restarts, ConflictReport lastConflict) {
    return new Outcome.Aborted<>(
        cause,
        "the bound of " + options.maxAttempts() + " attempts was reached",
        restarts,
        lastConflict);
  }

  /** Returns the error for a full queue. */
  public static YardmasterException overloaded(String what, long waiting, long limit) {
    return new YardmasterException(ErrorCode.OVERLOADED, what, "waiting", waiting, "limit", limit);
  }

  /** Returns the outcome of a transaction whose caller abandoned it or was interrupted. */
  public static <R> Outcome<R> givenUp() {
    return new Outcome.Rejected<>(
        new YardmasterException(
            ErrorCode.INTERRUPTED, "the caller abandoned the transaction before its commit"));
  }

  /** Returns the error of a closed service; {@code failure} is the reason, or null. */
  public static YardmasterException closed(Throwable failure) {
    return failure == null
        ? new YardmasterException(ErrorCode.CLOSED, "the service is closed")
        : new YardmasterException(
            ErrorCode.CLOSED, "the service failed and is closed", failure, "failure", failure);
  }

  /**
   * Returns the outcome for a transaction whose commit may or may not have been on disk when the
   * service closed; {@code closed} is the reason.
   */
  public static <R> Outcome<R> unknownSince(YardmasterException closed) {
    return unknown(closed, "ended", closed.getMessage());
  }

  /**
   * Returns the outcome for a transaction whose commit may or may not have been on disk when the
   * service failed.
   */
  public static <R> Outcome<R> unknown(Throwable failure) {
    return unknown(failure, "failure", failure);
  }

  private static <R> Outcome<R> unknown(Throwable cause, String name, Object value) {
    return new Outcome.Unknown<>(
        new YardmasterException(
            ErrorCode.OUTCOME_UNKNOWN,
            "the service ended while the transaction's commit was under way; when it runs again,"
                + " query the status of the transaction's id",
            cause,
            name,
            value));
  }
}
