package dev.yardmaster.service;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;

/** The outcomes and errors by which a service gives a transaction up. */
public final class ServiceOutcomes {

  private ServiceOutcomes() {}

  /**
   * Its deadline has passed.
   *
   * @param restarts runs that were discarded before the last
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
   * It has conflicted in as many runs as it may have.
   *
   * @param cause of the last conflict
   */
  public static <R> Outcome<R> outOfAttempts(
      AbortCause cause, TransactionOptions options, int restarts, ConflictReport lastConflict) {
    return new Outcome.Aborted<>(
        cause,
        "the bound of " + options.maxAttempts() + " attempts was reached",
        restarts,
        lastConflict);
  }

  /** There is no room for it. */
  public static YardmasterException overloaded(String what, long waiting, long limit) {
    return new YardmasterException(ErrorCode.OVERLOADED, what, "waiting", waiting, "limit", limit);
  }

  /** Its caller gives it up, or was interrupted. */
  public static <R> Outcome<R> givenUp() {
    return new Outcome.Rejected<>(
        new YardmasterException(
            ErrorCode.INTERRUPTED, "the caller gave the transaction up before its commit"));
  }

  /** A thread of the service was about to wait for the service. */
  static YardmasterException wrongThread() {
    return new YardmasterException(
        ErrorCode.WRONG_THREAD,
        "what runs on a thread of the service must not wait for the service",
        "thread",
        Thread.currentThread().getName());
  }

  /** The service is closed; {@code failure} is why, or null. */
  public static YardmasterException closed(Throwable failure) {
    return failure == null
        ? new YardmasterException(ErrorCode.CLOSED, "the service is closed")
        : new YardmasterException(
            ErrorCode.CLOSED, "the service failed and is closed", failure, "failure", failure);
  }

  /** What may be on disk or not when the service closes; {@code closed} is why it does. */
  public static <R> Outcome<R> unknownSince(YardmasterException closed) {
    return unknown(closed, "ended", closed.getMessage());
  }

  /** What may be on disk or not when the service fails. */
  public static <R> Outcome<R> unknown(Throwable failure) {
    return unknown(failure, "failure", failure);
  }

  private static <R> Outcome<R> unknown(Throwable cause, String name, Object value) {
    return new Outcome.Unknown<>(
        new YardmasterException(
            ErrorCode.OUTCOME_UNKNOWN,
            "the service ended while the transaction's commit was under way; when it runs again, it"
                + " tells the status of the transaction's id",
            cause,
            name,
            value));
  }
}
