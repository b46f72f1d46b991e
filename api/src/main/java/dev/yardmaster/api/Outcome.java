package dev.yardmaster.api;

import java.util.Objects;

/**
 * How a transaction ended. Exactly one of four: {@link Committed}; {@link Aborted} or {@link
 * Rejected}, after which nothing of it has been or will be applied; or {@link Unknown}, when the
 * service ended, or its caller stopped waiting, before it could be told.
 *
 * @param <R> the type of the logic's result
 */
public sealed interface Outcome<R> {

  /** The result of a committed transaction; otherwise throws what {@link #error} gives. */
  default R valueOrThrow() {
    if (this instanceof Committed<R> committed) {
      return committed.value();
    }
    throw error();
  }

  /** The error that stands for an outcome other than a commit. */
  YardmasterException error();

  /**
   * The transaction took place.
   *
   * @param value what its logic returned, in the run that committed
   * @param transactionId the number that conflict reports of others name it by; not its {@link
   *     TransactionId}
   * @param commitVersion its place in the serialization order, counted from 1; 0 if it wrote
   *     nothing and has no {@link TransactionId}, so that its place lies with what it read
   * @param restarts how many earlier runs were discarded
   * @param lastConflict what the last discarded run met, or null
   */
  record Committed<R>(
      R value, long transactionId, long commitVersion, int restarts, ConflictReport lastConflict)
      implements Outcome<R> {

    @Override
    public YardmasterException error() {
      throw new IllegalStateException("a committed transaction has no error");
    }
  }

  /**
   * The transaction did not take place.
   *
   * @param cause why its last run was discarded
   * @param reason the logic's own words for {@link AbortCause#USER}; otherwise says which bound was
   *     reached
   * @param restarts how many runs were discarded before the last
   * @param lastConflict what the last run that a conflict discarded met, or null
   */
  record Aborted<R>(AbortCause cause, String reason, int restarts, ConflictReport lastConflict)
      implements Outcome<R> {

    /** Checks that cause and reason are there. */
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
   * The request or its logic was at fault, or the service could not take it.
   *
   * @param error what was wrong
   */
  record Rejected<R>(YardmasterException error) implements Outcome<R> {}

  /**
   * It was under way when the service, the connection or the caller's wait ended: it takes place as
   * a whole or not at all. Which of both is kept under its {@link TransactionId}, if it has one.
   *
   * @param error why that is not known
   */
  record Unknown<R>(YardmasterException error) implements Outcome<R> {}
}
