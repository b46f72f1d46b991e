package dev.yardmaster.jdbc.retry;

import org.jspecify.annotations.Nullable;

/**
 * A whole transaction: it begins, runs and commits a database transaction, and rolls it back if it
 * throws. It runs once for each attempt, so a rollback must undo all its effects.
 *
 * @param <R> the result's type
 * @param <E> the type of the checked exceptions that it throws
 */
@FunctionalInterface
public interface RetriedTransaction<R extends @Nullable Object, E extends Throwable> {

  /** Runs one attempt, on the thread of the caller of {@link TransactionRetry#execute}. */
  R run() throws E;
}
