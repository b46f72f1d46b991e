package dev.yardmaster.api;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a transaction. There are four cases. After {@link Committed} the transaction's
 * writes are applied. After {@link Aborted} or {@link Rejected} none of the writes was or will be
 * applied. {@link Unknown} means that the service ended, or the caller stopped waiting, before the
 * outcome was known.
 *
 * @param <R> the type of the logic's result
 */
public sealed interface Outcome<R extends @Nullable Object> {

  /**
   * Returns the result of a committed transaction. For any other outcome, throws the exception that
   * {@link #error} returns.
   */
  default R valueOrThrow() {
    if (this instanceof Committed<R> committed) {
      return committed.value();
    }
    throw error();
  }

  /** Returns the error that describes an outcome other than a commit. */
  YardmasterException error();

  /**
   * The transaction committed.
   *
   * @param value the logic's result, from the run that committed
   * @param transactionId the transaction's number in conflict reports; not the {@link
   *     TransactionId}
   * @param commitVersion the transaction's position in the serialization order, counted from 1; 0
   *     if the transaction wrote nothing and has no {@link TransactionId}; the values that it read
   *     then determine its position
   * @param restarts the number of earlier runs that were discarded
   * @param lastConflict the conflict of the last discarded run, or null
   */
  record Committed<R extends @Nullable Object>(
      R value,
      long transactionId,
      long commitVersion,
      int restarts,
      @Nullable ConflictReport lastConflict)
      implements Outcome<R> {

    @Override
    public YardmasterException error() {
      throw new IllegalStateException("a committed transaction has no error");
    }
  }

  /**
   * The transaction did not commit.
   *
   * @param cause the reason why the last run was discarded
   * @param reason the logic's own reason if the cause is {@link AbortCause#USER}; otherwise the
   *     limit that was reached
   * @param restarts the number of discarded runs before the last run
   * @param lastConflict the most recent conflict that discarded a run, or null
   */
  record Aborted<R extends @Nullable Object>(
      AbortCause cause, String reason, int restarts, @Nullable ConflictReport lastConflict)
      implements Outcome<R> {

    /** Checks that cause and reason are not null. */
    public Aborted {
      Objects.requireNonNull(cause, "cause");
      Objects.requireNonNull(reason, "reason");
    }

    @Override
    public YardmasterException error() {
      return lastConflict == null
          ? new YardmasterException(ErrorCode.ABORTED, reason, "cause", cause, "restarts", restarts)
          : new YardmasterException(
              ErrorCode.ABORTED,
              reason,
              "cause",
              cause,
              "restarts",
              restarts,
              "conflict",
              lastConflict);
    }
  }

  /**
   * The request or its logic was invalid, or the service could not accept it.
   *
   * @param error the error of the request or its logic
   */
  record Rejected<R extends @Nullable Object>(YardmasterException error) implements Outcome<R> {}

  /**
   * The transaction was in progress when the service ended, the connection ended or the caller
   * stopped waiting. The transaction has either committed completely or had no effect. If the
   * transaction has a {@link TransactionId}, its outcome is kept under this id.
   *
   * @param error the reason why the outcome is not known
   */
  record Unknown<R extends @Nullable Object>(YardmasterException error) implements Outcome<R> {}
}
