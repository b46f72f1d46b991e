package dev.yardmaster.api;

import java.util.Objects;

/**
 * How a transaction ended, one of four cases. After {@link Committed} its writes are applied. After
 * {@link Aborted} or {@link Rejected} none of its writes was or will be applied. {@link Unknown}
 * means that the service ended, or the caller stopped waiting, before the outcome was known.
 *
 * @param <R> the type of the logic's result
 */
public sealed interface Outcome<R> {

  /** Returns the result of a committed transaction; otherwise throws {@link #error}. */
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
   * @param transactionId the transaction's number in conflict reports of others; not its {@link
   *     TransactionId}
   * @param commitVersion the transaction's place in the serialization order, counted from 1; 0 if
   *     it wrote nothing and has no {@link TransactionId}, so that its place follows from its reads
   * @param restarts how many earlier runs were discarded
   * @param lastConflict the conflict of the last discarded run, or null
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
   * The transaction did not commit.
   *
   * @param cause why its last run was discarded
   * @param reason the logic's own reason for {@link AbortCause#USER}; otherwise the limit that was
   *     reached
   * @param restarts how many runs were discarded before the last
   * @param lastConflict the conflict of the last run that a conflict discarded, or null
   */
  record Aborted<R>(AbortCause cause, String reason, int restarts, ConflictReport lastConflict)
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
   * @param error what was wrong
   */
  record Rejected<R>(YardmasterException error) implements Outcome<R> {}

  /**
   * The transaction was under way when the service, the connection or the caller's wait ended. It
   * commits as a whole or not at all; its outcome is kept under its {@link TransactionId}, if it
   * has one.
   *
   * @param error why the outcome is not known
   */
  record Unknown<R>(YardmasterException error) implements Outcome<R> {}
}
